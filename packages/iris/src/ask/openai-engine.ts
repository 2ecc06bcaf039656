import {
  type ContinuityMode,
  ConversationRunner,
  type ConversationResult,
  type Language,
  type ModelEntry,
  type ModelRegistry,
  type Progress,
  type ResponseOutcome,
  ResponsesError,
  type RunResult,
} from '@sekisho/responses';
import { detectLanguage } from '../messages/detect-language.ts';
import { sentences } from '../messages/sentences.ts';
import type { ToolCall } from '../mcp/tool.ts';
import type { BackgroundNote } from './background-note.ts';
import { ConversationIndex } from './conversation-index.ts';
import { createProgressDescriber } from './describe-progress.ts';
import type { AskResult, Engine } from './engine.ts';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';
import { isInProgress } from './is-in-progress.ts';
import type { RequestPlan } from './plan-request.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { readOwnedFile } from './read-owned-file.ts';
import { RequestPlanner } from './request-planner.ts';
import { ResponseLookup, type ResponseLookupParts } from './response-lookup.ts';
import { StorageTerm } from './storage-term.ts';
import { toAnswer } from './to-answer.ts';

// The list of conversations shows fewer characters, so the rest of a long input is not stored again.
const MAX_TITLE_LENGTH = 400;

/** The dependencies of the engine. */
export type OpenAiEngineParts = ResponseLookupParts & {
  registry: ModelRegistry;
  defaults: IrisDefaults;
  demo: boolean;
  now: () => number;
};

/** The metadata of a turn that has started. Without an id the turn cannot be fetched later. */
type TurnNote = Omit<BackgroundNote, 'response_id'> & { response_id: string | undefined };

/** Calls OpenAI, or the simulator, through the Responses kernel. */
export class OpenAiEngine implements Engine {
  readonly demo: boolean;
  readonly registry: ModelRegistry;
  readonly index = new ConversationIndex();
  readonly #parts: OpenAiEngineParts;
  readonly #planner: RequestPlanner;
  readonly #lookup: ResponseLookup;
  readonly #runners = new Map<ContinuityMode, ConversationRunner>();
  readonly #term = new StorageTerm();

  constructor(parts: OpenAiEngineParts) {
    this.#parts = parts;
    this.demo = parts.demo;
    this.registry = parts.registry;
    this.#planner = new RequestPlanner(parts);
    this.#lookup = new ResponseLookup(parts);
  }

  async ask(args: IrisArguments, call: ToolCall): Promise<AskResult> {
    const language = detectLanguage(args.input);
    const mode = args.continuity ?? this.#parts.defaults.continuity;
    const reporter = call.report && new ProgressReporter({ send: call.report, now: this.#parts.now });
    try {
      if (args.background === true && mode === 'local') throw backgroundNeedsServer();
      const plan = this.#planner.plan(args, this.#parts.now());
      const turn = { owner: call.owner, params: plan.params, previous: args.previous_response_id };
      const started = await this.#runner(mode).run(turn, {
        signal: call.signal,
        onProgress: reporter && describeTo(reporter, language),
      });
      const note = createNote(started, { args, plan, language, mode });
      const isPending = call.inTask && started.ok && isInProgress(started.outcome);
      const { response_id } = note;
      if (isPending && response_id !== undefined) return await this.finish({ ...note, response_id }, call);
      return this.#conclude(started, note, call.owner, plan.entry);
    } catch (error) {
      return failed(error);
    } finally {
      reporter?.close();
    }
  }

  fetchResult(handle: string, waitMs: number, call: ToolCall): Promise<AskResult> {
    return this.#describe(handle, () => this.#lookup.fetch(handle, waitMs, call));
  }

  cancel(handle: string, call: ToolCall): Promise<AskResult> {
    return this.#describe(handle, () => this.#lookup.cancel(handle, call));
  }

  readFile(uri: string, owner: string): ReturnType<Engine['readFile']> {
    const { client, handles } = this.#parts;
    return readOwnedFile(uri, owner, { client, index: this.index, isShared: handles !== undefined });
  }

  async finish(note: BackgroundNote, call: ToolCall): Promise<AskResult> {
    call.saveNote?.(note);
    try {
      return this.#conclude(await this.#lookup.finish(note.response_id, call), note, call.owner);
    } catch (error) {
      return failed(error);
    }
  }

  #conclude(result: RunResult, note: TurnNote, owner: string, entry?: ModelEntry): AskResult {
    if (!result.ok) {
      const { error, partial } = result;
      return { ok: false, error, partial: partial?.answer, responseId: this.#seal(partial?.id, owner) };
    }
    const { outcome } = result;
    const { language, response_id, continued_from, title, warnings } = note;
    const answer = toAnswer(outcome, {
      language,
      handle: response_id,
      continuedFrom: continued_from,
      expiresAt: note.isStored ? this.#term.endOf(outcome.createdAt) : undefined,
      entry: entry ?? this.#entryOf(outcome),
      warnings,
      demo: this.demo,
    });
    if (response_id !== undefined) {
      const { expires_at } = answer;
      const turn = { response_id, continued_from, title, createdAt: this.#parts.now(), expires_at };
      this.index.add(owner, turn, outcome.files);
    }
    return { ok: true, answer };
  }

  async #describe(handle: string, lookUp: () => Promise<RunResult>): Promise<AskResult> {
    try {
      const result = await lookUp();
      if (!result.ok) {
        return { ok: false, error: result.error, partial: result.partial?.answer, responseId: undefined };
      }
      const { outcome } = result;
      const entry = this.#entryOf(outcome);
      const language = detectLanguage(outcome.answer);
      const expiresAt = this.#term.endOf(outcome.createdAt);
      const facts = { language, handle, expiresAt, entry, warnings: [], demo: this.demo };
      return { ok: true, answer: toAnswer(outcome, facts) };
    } catch (error) {
      return failed(error);
    }
  }

  #runner(mode: ContinuityMode): ConversationRunner {
    const known = this.#runners.get(mode);
    if (known) return known;
    const { client, transcripts, handles, now } = this.#parts;
    const runner = new ConversationRunner({
      client,
      transcripts,
      mode,
      now,
      ...(handles ? { handles } : {}),
    });
    this.#runners.set(mode, runner);
    return runner;
  }

  #entryOf({ model }: ResponseOutcome): ModelEntry | undefined {
    return model === undefined ? undefined : this.registry.nearest(model);
  }

  #seal(id: string | undefined, owner: string): string | undefined {
    if (id === undefined) return undefined;
    return this.#parts.handles?.seal(id, owner, this.#parts.now()) ?? id;
  }
}

function describeTo(reporter: ProgressReporter, language: Language): (progress: Progress) => void {
  const describe = createProgressDescriber(language);
  return (progress) => reporter.report(describe(progress));
}

/** Returns the metadata of the answer, which is known as soon as the turn has started. */
function createNote(
  started: ConversationResult,
  {
    args,
    plan,
    language,
    mode,
  }: { args: IrisArguments; plan: RequestPlan; language: Language; mode: ContinuityMode },
): TurnNote {
  const warnings = [...plan.warnings];
  if (started.refusal !== undefined) {
    const isNeverStored = started.refusal === 'previous_response_unusable';
    warnings.push((isNeverStored ? sentences.noRetention : sentences.replayed)[language]);
  }
  if (!started.isKept) warnings.push(sentences.notStored[language]);
  return {
    response_id: started.handle,
    continued_from: args.previous_response_id,
    title: args.input.slice(0, MAX_TITLE_LENGTH),
    language,
    isStored: mode !== 'local' && started.continuedBy !== 'replay',
    warnings,
  };
}

function failed(error: unknown): AskResult {
  if (!(error instanceof ResponsesError)) throw error;
  return { ok: false, error, partial: undefined, responseId: undefined };
}

function backgroundNeedsServer(): ResponsesError {
  const message = 'Background work is stored at OpenAI, so it cannot be combined with continuity "local".';
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'background' } });
}
