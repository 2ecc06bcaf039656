import { z } from 'zod';
import type { Keyring } from '../config/keyring.ts';
import type { Integration, ModelStep } from '../durable/engine-context.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { EffectRecord, RunRecord, StepRecord } from '../store/run-record.ts';
import { HISTORY, readHistory, type HistoryEntry } from '../turn/kept-context.ts';
import { replayOutcome, sealContext } from '../turn/outcome.ts';
import type { ExecutionLog } from '../wire/execution-log.ts';
import type {
  ContextCall,
  ContextEntry,
  ContextText,
  ContextReading,
  RunDescription,
} from '../wire/context-reading.ts';
import { findPassages } from './find-passages.ts';

/** A call while its records are read. */
interface KnownCall {
  readonly key: string;
  readonly decided: ExecutionLog;
  started?: ExecutionLog | undefined;
  ended?: ExecutionLog | undefined;
  /** The latest state that a person, a crash or the expiry determined. */
  asked?: ContextCall['state'] | undefined;
}

/** An entry with its position: the number of the audit record that it precedes. */
interface Placed {
  readonly at: number;
  readonly entry: ContextEntry;
}

/** Limits of one reading, so that a run with large results can be displayed. */
const MAX_TEXT = 65_536;
const MAX_TOTAL = 2_097_152;

/** Combines the audit records, the journal and the results of a run into one conversation. */
export class ContextBuilder {
  readonly #run: RunRecord;
  readonly #about: RunDescription;
  readonly #keyring: Keyring;
  readonly #readStep: Integration['readStep'];
  readonly #calls = new Map<string, KnownCall>();
  readonly #models: (ModelStep & { readonly segment: number })[] = [];
  readonly #history: HistoryEntry[] = [];
  readonly #inputs = new Map<string, string>();
  readonly #outputs = new Map<string, string>();
  #isRemoved = false;
  #isPartial = false;
  #room = MAX_TOTAL;

  constructor(options: {
    run: RunRecord;
    about: RunDescription;
    keyring: Keyring;
    readStep: Integration['readStep'];
  }) {
    this.#run = options.run;
    this.#about = options.about;
    this.#keyring = options.keyring;
    this.#readStep = options.readStep;
  }

  /** Adds a step of the journal. The value is undefined when the retention removed it. Call it in the order of segments. */
  addStep({ name, segment }: StepRecord, value: string | undefined): void {
    if (value === undefined) {
      this.#isRemoved = true;
    } else if (name.startsWith(HISTORY)) {
      for (const entry of readHistory(value)) {
        this.#history.push(entry);
        const { key, args, output } = entry.content ?? {};
        if (key === undefined) continue;
        this.addInput(key, JSON.stringify(args));
        if (output !== undefined) this.#outputs.set(key, textOf(output));
      }
    } else {
      const step = this.#readStep?.({ name, segment, value });
      if (!step) return;
      this.#models.push({ ...step, segment });
      for (const [id, input] of step.inputs) this.addInput(`${step.turn}${id}`, input);
    }
  }

  addInput(key: string, input: string | undefined): void {
    if (input !== undefined && !this.#inputs.has(key)) this.#inputs.set(key, input);
  }

  addEffect({ run_id, call_key: key, result }: EffectRecord): void {
    if (result === null) return;
    if (result.length === 0) {
      this.#isRemoved = true;
      return;
    }
    let stored: string;
    try {
      stored = this.#keyring.open(result, sealContext(run_id, key));
    } catch (error) {
      if (!(error instanceof SekishoError)) throw error;
      // Its key was retired, or another program changed the row.
      this.#isPartial = true;
      return;
    }
    this.#outputs.set(key, outcomeText(stored));
  }

  addRecord(record: ExecutionLog): void {
    const { event, tool_call_id: key } = record;
    const call = this.#calls.get(key);
    if (event === 'gate.decision') {
      if (!call && !key.endsWith(':edited') && record.data['call_key'] === undefined)
        this.#calls.set(key, { key, decided: record });
    } else if (!call) return;
    else if (event === 'tool.start') call.started = record;
    else if (event === 'tool.result') call.ended = record;
    else call.asked = ASKED[event] ?? call.asked;
  }

  build(): ContextReading {
    const entries = [...this.#texts(), ...this.#placedCalls()]
      .toSorted((one, other) => one.at - other.at)
      .map(({ entry }) => entry);
    const decisions = Array.from(this.#calls.values(), ({ decided }) => decided);
    const passages = findPassages(entries, decisions);
    return {
      ...this.#about,
      run_id: this.#run.run_id,
      kept: this.#isRemoved ? 'removed' : this.#isPartial ? 'partial' : 'complete',
      entries: entries.map((entry) => this.#cut(entry)),
      passages,
    };
  }

  /** Places what the user and the model wrote. Entries of the history stand in the order in which they were stored. */
  *#texts(): Generator<Placed> {
    let at = 0;
    let hasUserText = false;
    for (const { userText, modelText, content } of this.#history) {
      at += STEP;
      if (content?.key !== undefined) at = Math.max(at, this.#lastSeqOf(content.key));
      else if (content) yield { at, entry: text('content', content.toolId, textOf(content.output)) };
      else if (modelText !== undefined) yield { at, entry: text('model', this.#run.agent_name, modelText) };
      else if (userText !== undefined) {
        hasUserText ||= userText.startsWith(this.#about.task ?? userText);
        yield { at, entry: text('user', '', userText) };
      }
    }
    const { task } = this.#about;
    if (!hasUserText && task !== null) yield { at: at + STEP, entry: text('user', '', task) };
    yield* this.#modelTexts();
  }

  *#modelTexts(): Generator<Placed> {
    const ends = new Map<string, number>();
    const steps = this.#models.toSorted(
      (one, other) => one.segment - other.segment || one.position - other.position,
    );
    for (const { turn, loop, text: words } of steps) {
      const calls = [...this.#calls.values()].filter(({ key }) => key.startsWith(turn));
      const first = Math.min(...calls.map(({ decided }) => decided.seq));
      const at = calls.length > 0 ? first - 0.5 : (ends.get(loop) ?? 0) + 0.25;
      ends.set(loop, Math.max(at, ...calls.map(({ key }) => this.#lastSeqOf(key))));
      if (words !== '') yield { at, entry: text('model', this.#agentOf(loop, calls), words) };
    }
  }

  #agentOf(loop: string, calls: readonly KnownCall[]): string {
    const named = calls.map(({ decided }) => wordIn(decided, 'agent')).find((name) => name !== '');
    return named ?? (loop === '' ? this.#run.agent_name : loop);
  }

  *#placedCalls(): Generator<Placed> {
    for (const { key, decided, started, ended, asked } of this.#calls.values()) {
      const input = this.#inputs.get(key);
      const output = this.#outputs.get(key) ?? null;
      const entry: ContextCall = {
        kind: 'call',
        call_key: key,
        tool_id: wordIn(decided, 'tool'),
        agent_name: wordIn(decided, 'agent'),
        state: stateOf({ decided, started, ended, asked }, this.#run),
        input: input ?? wordIn(decided, 'args'),
        input_masked: input === undefined,
        output,
        output_length: output?.length ?? 0,
        started_at: (started ?? decided).timestamp,
        ended_at: ended?.timestamp ?? null,
      };
      yield { at: decided.seq, entry };
    }
  }

  #lastSeqOf(key: string): number {
    const call = this.#calls.get(key);
    return (call?.ended ?? call?.started ?? call?.decided)?.seq ?? 0;
  }

  #cut(entry: ContextEntry): ContextEntry {
    const whole = entry.kind === 'call' ? (entry.output ?? '') : entry.text;
    const shown = whole.slice(0, Math.min(MAX_TEXT, Math.max(0, this.#room)));
    this.#room -= shown.length;
    if (shown.length === whole.length) return entry;
    this.#isPartial = true;
    return entry.kind === 'call' ? { ...entry, output: shown } : { ...entry, text: shown };
  }
}

/** Smaller than the distance between two records, so that the order within the history does not change that of calls. */
const STEP = 1e-6;

const ASKED: Readonly<Partial<Record<ExecutionLog['event'], ContextCall['state']>>> = {
  'approval.requested': 'waiting',
  'approval.approved': 'not_started',
  'approval.denied': 'declined',
  'approval.expired': 'expired',
  'approval.cancelled': 'not_started',
  'tool.unknown': 'unknown',
};

function stateOf(
  { decided, started, ended, asked }: Omit<KnownCall, 'key'>,
  { status }: RunRecord,
): ContextCall['state'] {
  if (ended && (asked !== 'unknown' || started === undefined || ended.seq > started.seq))
    return ended.decision === 'failed' ? 'failed' : 'done';
  if (asked === 'unknown') return 'unknown';
  if (started) return status === 'running' ? 'running' : 'unknown';
  if (decided.decision === 'deny') return 'denied';
  return asked ?? 'not_started';
}

const text = (kind: ContextText['kind'], source: string, words: string): ContextText => ({
  kind,
  source,
  text: words,
  length: words.length,
});

const wordIn = ({ data }: ExecutionLog, name: string) => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

function outcomeText(stored: string): string {
  try {
    return textOf(replayOutcome(stored));
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** Returns a result as the model reads it: text as it is, the text blocks of an MCP result joined, anything else as JSON. */
function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  const blocks = textBlocksSchema.safeParse(Array.isArray(output) ? output : [output]);
  if (blocks.success) return blocks.data.map((block) => block.text).join('\n');
  return JSON.stringify(output, null, 2) ?? '';
}

const textBlocksSchema = z
  .array(z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }))
  .min(1);
