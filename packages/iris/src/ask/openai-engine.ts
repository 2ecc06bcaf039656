import {
  type ContinuityMode,
  ConversationRunner,
  type ConversationResult,
  type HandleCodec,
  type Language,
  type ModelRegistry,
  type Progress,
  type ResponsesClient,
  ResponsesError,
  type RunResult,
  type TranscriptStore,
  waitForResponse,
} from '@sekisho/responses';
import { detectLanguage } from '../messages/detect-language.ts';
import { sentences } from '../messages/sentences.ts';
import type { ToolCall } from '../mcp/tool.ts';
import { ConversationIndex } from './conversation-index.ts';
import { createProgressDescriber } from './describe-progress.ts';
import type { AskResult, Engine } from './engine.ts';
import { parseFileUri } from './file-uri.ts';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';
import { openHandle } from './open-handle.ts';
import type { RequestPlan } from './plan-request.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { RequestPlanner } from './request-planner.ts';
import { StorageTerm } from './storage-term.ts';
import { toAnswer } from './to-answer.ts';

const LARGEST_FILE = 10 * 1024 * 1024;
const LONGEST_TASK_MS = 60 * 60 * 1000;

/** What the engine is made of. */
export type OpenAiEngineParts = {
  client: ResponsesClient;
  registry: ModelRegistry;
  transcripts: TranscriptStore;
  handles: HandleCodec | undefined;
  defaults: IrisDefaults;
  demo: boolean;
  now: () => number;
  pollMs?: number;
};

/** Asks OpenAI, or the simulator, on the Responses kernel. */
export class OpenAiEngine implements Engine {
  readonly demo: boolean;
  readonly registry: ModelRegistry;
  readonly index = new ConversationIndex();
  readonly #parts: OpenAiEngineParts;
  readonly #planner: RequestPlanner;
  readonly #runners = new Map<ContinuityMode, ConversationRunner>();
  readonly #term = new StorageTerm();

  constructor(parts: OpenAiEngineParts) {
    this.#parts = parts;
    this.demo = parts.demo;
    this.registry = parts.registry;
    this.#planner = new RequestPlanner(parts);
  }

  async ask(wish: IrisArguments, call: ToolCall): Promise<AskResult> {
    const language = detectLanguage(wish.input);
    const mode = wish.continuity ?? this.#parts.defaults.continuity;
    const reporter = call.report && new ProgressReporter({ send: call.report, now: this.#parts.now });
    try {
      if (wish.background === true && mode === 'local') throw backgroundNeedsServer();
      const plan = this.#planner.plan(wish, this.#parts.now());
      const turn = { owner: call.owner, params: plan.params, previous: wish.previous_response_id };
      const begun = await this.#runner(mode).run(turn, {
        signal: call.signal,
        onProgress: reporter && describeTo(reporter, language),
      });
      const result = call.inTask && isRunning(begun) ? await this.#finishInTask(begun, call) : begun;
      return this.#conclude(result, { wish, plan, mode, language, call });
    } catch (error) {
      return failed(error);
    } finally {
      reporter?.close();
    }
  }

  async fetchResult(handle: string, waitMs: number, call: ToolCall): Promise<AskResult> {
    return this.#look(handle, call, async (id) => {
      const { client, pollMs } = this.#parts;
      const seen = await client.retrieve(id, { signal: call.signal });
      if (!isRunning(seen) || waitMs <= 0) return seen;
      const waited = await waitForResponse(client, id, {
        deadlineMs: waitMs,
        signal: call.signal,
        ...(pollMs === undefined ? {} : { pollMs }),
      });
      // Time that ran out is no failure here: the answer says that it is still running.
      return !waited.ok && waited.error.code === 'timed_out' && waited.partial
        ? { ...seen, outcome: waited.partial }
        : waited;
    });
  }

  async cancel(handle: string, call: ToolCall): Promise<AskResult> {
    return this.#look(handle, call, async (id) => {
      const seen = await this.#parts.client.retrieve(id, { signal: call.signal });
      return isRunning(seen) ? this.#parts.client.cancel(id, { signal: call.signal }) : seen;
    });
  }

  async readFile(uri: string, owner: string): Promise<{ bytes: Uint8Array; filename: string } | undefined> {
    const wanted = parseFileUri(uri);
    if (!wanted) return undefined;
    const known = this.index
      .files(owner)
      .find(({ containerId, fileId }) => containerId === wanted.containerId && fileId === wanted.fileId);
    // On a shared server a name is no permission; only what was made for this owner is theirs.
    if (!known && this.#parts.handles) return undefined;
    const file = known ?? { ...wanted, filename: wanted.fileId };
    try {
      return { bytes: await this.#parts.client.readFile(file, LARGEST_FILE), filename: file.filename };
    } catch (error) {
      if (error instanceof ResponsesError) return undefined;
      throw error;
    }
  }

  /** Waits for work that was started in the background; a task that is stopped stops it at OpenAI too. */
  async #finishInTask(
    begun: Extract<ConversationResult, { ok: true }>,
    { owner, signal }: ToolCall,
  ): Promise<ConversationResult> {
    const { client, pollMs } = this.#parts;
    const { id } = begun.outcome;
    if (id === undefined) return begun;
    const options = { deadlineMs: LONGEST_TASK_MS, signal, ...(pollMs === undefined ? {} : { pollMs }) };
    const ended = await waitForResponse(client, id, options);
    if (signal.aborted) await client.cancel(id);
    if (ended.ok) await this.#completeTranscript(id, owner, ended.outcome.items);
    return { ...ended, handle: begun.handle, continuedBy: begun.continuedBy };
  }

  #conclude(
    result: ConversationResult,
    facts: {
      wish: IrisArguments;
      plan: RequestPlan;
      mode: ContinuityMode;
      language: Language;
      call: ToolCall;
    },
  ): AskResult {
    const { wish, plan, mode, language, call } = facts;
    if (!result.ok) {
      const { error, partial } = result;
      return { ok: false, error, partial: partial?.answer, responseId: this.#seal(partial?.id, call.owner) };
    }
    const isReplayed = result.continuedBy === 'replay';
    const answer = toAnswer(result.outcome, {
      language,
      handle: result.handle,
      continuedFrom: wish.previous_response_id,
      expiresAt: mode === 'local' || isReplayed ? undefined : this.#term.endOf(result.outcome.createdAt),
      entry: plan.entry,
      warnings:
        isReplayed && mode === 'auto' ? [...plan.warnings, sentences.replayed[language]] : plan.warnings,
      demo: this.demo,
    });
    if (answer.response_id !== undefined) {
      const { response_id, continued_from, expires_at } = answer;
      const createdAt = this.#parts.now();
      const turn = { response_id, continued_from, title: wish.input, createdAt, expires_at };
      this.index.add(call.owner, turn, result.outcome.files);
    }
    return { ok: true, answer };
  }

  async #look(handle: string, call: ToolCall, ask: (id: string) => Promise<RunResult>): Promise<AskResult> {
    try {
      const id = openHandle(handle, call.owner, this.#parts.handles);
      const result = await ask(id);
      if (!result.ok) {
        return { ok: false, error: result.error, partial: result.partial?.answer, responseId: undefined };
      }
      const { outcome } = result;
      await this.#completeTranscript(id, call.owner, outcome.items);
      const entry = outcome.model === undefined ? undefined : this.registry.nearest(outcome.model);
      const language = detectLanguage(outcome.answer);
      const expiresAt = this.#term.endOf(outcome.createdAt);
      const facts = { language, handle, expiresAt, entry, warnings: [], demo: this.demo };
      return { ok: true, answer: toAnswer(outcome, facts) };
    } catch (error) {
      return failed(error);
    }
  }

  /** A turn that began in the background was written down without its output; replay needs it. */
  async #completeTranscript(
    id: string,
    owner: string,
    output: Parameters<TranscriptStore['put']>[0]['output'],
  ): Promise<void> {
    const turn = await this.#parts.transcripts.get(id);
    if (turn?.owner !== owner || turn.output.length > 0 || output.length === 0) return;
    await this.#parts.transcripts.put({ ...turn, output });
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

  #seal(id: string | undefined, owner: string): string | undefined {
    if (id === undefined) return undefined;
    return this.#parts.handles?.seal(id, owner, this.#parts.now()) ?? id;
  }
}

function describeTo(reporter: ProgressReporter, language: Language): (progress: Progress) => void {
  const describe = createProgressDescriber(language);
  return (progress) => reporter.tell(describe(progress));
}

function isRunning<T extends RunResult>(result: T): result is Extract<T, { ok: true }> {
  return result.ok && (result.outcome.status === 'queued' || result.outcome.status === 'in_progress');
}

function failed(error: unknown): AskResult {
  if (!(error instanceof ResponsesError)) throw error;
  return { ok: false, error, partial: undefined, responseId: undefined };
}

function backgroundNeedsServer(): ResponsesError {
  const message =
    'Work in the background is kept at OpenAI, so it cannot go together with continuity "local".';
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'background' } });
}
