import type { ExecutionLog, RunRecord, RunStatus } from 'sekisho';
import { ConsoleError } from './console-error.ts';
import type { ConsoleStore, ModelCall } from './console-store.ts';
import type { Engine } from './engine.ts';
import { makeSpans } from './make-spans.ts';
import { scanPage } from './scan-page.ts';

/** Which runs to list. */
export type RunQuery = {
  readonly status?: RunStatus | undefined;
  readonly agent?: string | undefined;
  readonly q?: string | undefined;
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** A run as the console lists it. */
export type RunSummary = Awaited<ReturnType<RunReader['list']>>['items'][number];

const MOST_RECORDS = 5000;
const MOST_WAITING = 50;

/** Shows runs: lists with filters, and one as a timeline. */
export class RunReader {
  readonly #engine: Engine;
  readonly #console: ConsoleStore;

  constructor(options: { engine: Engine; console: ConsoleStore }) {
    this.#engine = options.engine;
    this.#console = options.console;
  }

  async list(query: RunQuery) {
    const { status } = query;
    const page = await scanPage(
      ({ limit, cursor }) => this.#engine.store.listRuns({ status, limit, cursor }),
      { limit: query.limit, cursor: query.cursor, matches: (run) => this.#matches(run, query) },
    );
    return { items: await Promise.all(page.items.map((run) => this.#summarize(run))), cursor: page.cursor };
  }

  /** A run in one line; null when the store does not hold it. */
  async summary(runId: string): Promise<RunSummary | null> {
    const run = await this.#engine.store.getRun(runId);
    return run === undefined ? null : this.#summarize(run);
  }

  async get(runId: string) {
    const run = await this.#find(runId);
    const records = await this.#engine.store.queryLogs({ runId, limit: MOST_RECORDS });
    const modelCalls = this.#console.listModelCalls(runId);
    const begun = records.find(({ event }) => event === 'run.started');
    const summary = await this.#summarize(run);
    return {
      ...summary,
      tokens: summary.tokens ?? tokensIn(records),
      sdk_version: run.sdk_version,
      policy: textOf(begun?.data['policy']),
      profile: textOf(begun?.data['profile']),
      spans: makeSpans(run, records, modelCalls),
      is_truncated: records.length === MOST_RECORDS,
      final_output: run.status === 'done' ? finalOutput(modelCalls) : null,
      last_seq: records.at(-1)?.seq ?? 0,
    };
  }

  /** All audit records of a run as lines of JSON. */
  async *exportLog(runId: string): AsyncGenerator<string> {
    await this.#find(runId);
    let afterSeq = 0;
    for (;;) {
      const page = await this.#engine.store.queryLogs({ runId, afterSeq, limit: 1000 });
      for (const record of page) yield `${JSON.stringify(record)}\n`;
      if (page.length < 1000) return;
      afterSeq = page.at(-1)?.seq ?? afterSeq;
    }
  }

  async #find(runId: string): Promise<RunRecord> {
    const run = await this.#engine.store.getRun(runId);
    if (run) return run;
    throw new ConsoleError('NotFound', 'There is no such run.');
  }

  async #summarize(run: RunRecord) {
    const { run_id, status, agent_name, segment, created_at, updated_at } = run;
    const facts = this.#console.getRunFacts(run_id);
    const usage = this.#console.usageOf(run_id);
    const waiting =
      status === 'suspended'
        ? await this.#engine.store.listApprovals({ run_id, status: 'pending', limit: MOST_WAITING })
        : { rows: [] };
    return {
      run_id,
      status,
      agent_name,
      segment,
      created_at,
      updated_at,
      waiting: waiting.rows.length,
      user_intent: facts?.user_intent ?? null,
      started_by: facts?.started_by ?? null,
      scenario: facts?.scenario ?? null,
      tokens: usage === undefined ? null : { input: usage.input, output: usage.output },
      cost_usd: usage?.cost_usd ?? null,
    };
  }

  #matches(run: RunRecord, { agent, q, created_after, created_before }: RunQuery): boolean {
    return (
      (agent === undefined || run.agent_name === agent) &&
      (created_after === undefined || run.created_at >= created_after) &&
      (created_before === undefined || run.created_at < created_before) &&
      (q === undefined || this.#mentions(run, fold(q)))
    );
  }

  #mentions({ run_id, agent_name }: RunRecord, words: string): boolean {
    const intent = this.#console.getRunFacts(run_id)?.user_intent ?? '';
    return [run_id, agent_name, intent].some((text) => fold(text).includes(words));
  }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function tokensIn(records: readonly ExecutionLog[]): { input: number; output: number } | null {
  const end = records.findLast(({ event }) => event === 'run.finished');
  const { input_tokens: input, output_tokens: output } = end?.data ?? {};
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : null;
}

function finalOutput(calls: readonly ModelCall[]): string | null {
  const last = calls.at(-1)?.answer;
  if (last === undefined || last === '') return null;
  const texts = [...last.matchAll(/"type":"output_text","text":("(?:[^"\\]|\\.)*")/g)];
  return texts.map(([, text = '""']) => String(JSON.parse(text))).join('\n') || null;
}
