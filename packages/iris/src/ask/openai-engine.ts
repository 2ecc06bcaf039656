import {
  type ContinuityMode,
  ConversationRunner,
  type ConversationResult,
  type Language,
  type ModelRegistry,
  type Progress,
  ResponsesError,
  type RunResult,
} from '@sekisho/responses';
import { detectLanguage } from '../messages/detect-language.ts';
import { sentences } from '../messages/sentences.ts';
import type { ToolCall } from '../mcp/tool.ts';
import { ConversationIndex } from './conversation-index.ts';
import { createProgressDescriber } from './describe-progress.ts';
import type { AskResult, Engine } from './engine.ts';
import type { IrisArguments } from './iris-arguments.ts';
import type { IrisDefaults } from './iris-settings.ts';
import { isUnderWay } from './is-under-way.ts';
import type { RequestPlan } from './plan-request.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { readOwnedFile } from './read-owned-file.ts';
import { RequestPlanner } from './request-planner.ts';
import { ResponseLookup, type ResponseLookupParts } from './response-lookup.ts';
import { StorageTerm } from './storage-term.ts';
import { toAnswer } from './to-answer.ts';

/** What the engine is made of. */
export type OpenAiEngineParts = ResponseLookupParts & {
  registry: ModelRegistry;
  defaults: IrisDefaults;
  demo: boolean;
  now: () => number;
};

type AskFacts = {
  wish: IrisArguments;
  plan: RequestPlan;
  mode: ContinuityMode;
  language: Language;
  call: ToolCall;
};

/** Asks OpenAI, or the simulator, on the Responses kernel. */
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
      const isLeft = call.inTask && begun.ok && isUnderWay(begun.outcome);
      const result = isLeft ? await this.#lookup.finish(begun, call) : begun;
      return this.#conclude(result, { wish, plan, mode, language, call });
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

  #conclude(result: ConversationResult, facts: AskFacts): AskResult {
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
      warnings: plan.warnings,
      demo: this.demo,
    });
    if (result.refusal === 'previous_response_unusable') {
      answer.warnings.push(sentences.noRetention[language]);
    } else if (result.refusal !== undefined) {
      answer.warnings.push(sentences.replayed[language]);
    }
    if (!result.isKept) answer.warnings.push(sentences.notKept[language]);
    if (answer.response_id !== undefined) {
      const { response_id, continued_from, expires_at } = answer;
      const createdAt = this.#parts.now();
      const turn = { response_id, continued_from, title: wish.input, createdAt, expires_at };
      this.index.add(call.owner, turn, result.outcome.files);
    }
    return { ok: true, answer };
  }

  async #describe(handle: string, look: () => Promise<RunResult>): Promise<AskResult> {
    try {
      const result = await look();
      if (!result.ok) {
        return { ok: false, error: result.error, partial: result.partial?.answer, responseId: undefined };
      }
      const { outcome } = result;
      const entry = outcome.model === undefined ? undefined : this.registry.nearest(outcome.model);
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

  #seal(id: string | undefined, owner: string): string | undefined {
    if (id === undefined) return undefined;
    return this.#parts.handles?.seal(id, owner, this.#parts.now()) ?? id;
  }
}

function describeTo(reporter: ProgressReporter, language: Language): (progress: Progress) => void {
  const describe = createProgressDescriber(language);
  return (progress) => reporter.tell(describe(progress));
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
