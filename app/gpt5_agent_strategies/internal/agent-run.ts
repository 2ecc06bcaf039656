import type { Clock, SessionContext, PluginMessage } from '@sekisho/dify-plugin';
import type { AgentSettings } from '../config/env.ts';
import { FailedCalls } from './failed-calls.ts';
import { buildOpening } from './flow.ts';
import type { LocalFiles } from './forward-file.ts';
import type { JsonRecord } from './json-record.ts';
import { LogEntry, type LogSubject } from './log-entry.ts';
import type { GPT5FunctionCallingParams } from './params.ts';
import { ToolRegistry } from './tool-registry.ts';
import { UsageTotal } from './usage-total.ts';

/** The maximum part of `invocation_timeout_seconds` that is reserved for the final answer. The default is a quarter. */
const MAX_ANSWER_RESERVE_MS = 90_000;

/** The dependencies of a strategy. */
export type Dependencies = {
  readonly clock: Clock;
  readonly createId: () => string;
  readonly local: LocalFiles;
  readonly settings: AgentSettings;
};

/** The state of one run. */
export class AgentRun {
  readonly params: GPT5FunctionCallingParams;
  readonly context: SessionContext;
  readonly dependencies: Dependencies;
  readonly registry: ToolRegistry;
  readonly opening: readonly JsonRecord[];
  readonly wording: Wording;
  readonly transcript = new Transcript();
  readonly usage = new UsageTotal();
  readonly failedCalls = new FailedCalls();
  readonly takenCallIds = new Set<string>();
  /** The deadline of tools and of rounds with tools. */
  readonly workUntil: number;
  /** The deadline of the final answer. */
  readonly answerUntil: number;
  /** The text and the tool results of the completed rounds. */
  readonly currentThoughts: JsonRecord[] = [];
  toolCalls = 0;
  failedToolCalls = 0;

  constructor(params: GPT5FunctionCallingParams, context: SessionContext, dependencies: Dependencies) {
    this.params = params;
    this.context = context;
    this.dependencies = dependencies;
    this.registry = new ToolRegistry(params.tools, this.#allowsSchemaless());
    this.opening = buildOpening(params);
    this.wording = chooseWording(params.query);
    const limitMs = params.invocationTimeoutSeconds * 1000;
    this.answerUntil = dependencies.clock.now() + limitMs;
    this.workUntil = this.answerUntil - Math.min(MAX_ANSWER_RESERVE_MS, limitMs / 4);
  }

  get isOutOfTime(): boolean {
    return this.dependencies.clock.now() >= this.workUntil;
  }

  /** The time in seconds, as in Dify's log. */
  get seconds(): number {
    return this.dependencies.clock.now() / 1000;
  }

  openLog(subject: Omit<LogSubject, 'id'>): LogEntry {
    return new LogEntry({ ...subject, id: this.dependencies.createId() }, this.seconds);
  }

  /** Returns a field of a log entry: the value if the administrator allows it, otherwise `<name>_summary`. */
  logField(name: string, value: unknown): JsonRecord {
    return this.dependencies.settings.logsContents
      ? { [name]: value }
      : { [`${name}_summary`]: summarize(value) };
  }

  #allowsSchemaless(): boolean {
    if (!this.params.allowSchemalessToolArgs) return false;
    const { allowsSchemaless } = this.dependencies.settings;
    if (!allowsSchemaless) {
      this.context.log(
        'WARNING',
        '"allow_schemaless_tool_args" has no effect, because GPT5_AGENT_ALLOW_SCHEMELESS_OVERRIDE=true is not set on the plugin daemon.',
      );
    }
    return allowsSchemaless;
  }
}

const MAX_FIELDS = 20;
const MAX_FIELD_NAME = 64;

/** Describes a value without its content: its type, its size, and the names of its fields. */
function summarize(value: unknown): JsonRecord {
  if (typeof value === 'string') return { type: 'string', characters: value.length };
  if (typeof value !== 'object' || value === null) return { type: value === null ? 'null' : typeof value };
  const characters = JSON.stringify(value).length;
  if (Array.isArray(value)) return { type: 'array', items: value.length, characters };
  const names = Object.keys(value).slice(0, MAX_FIELDS);
  return { type: 'object', fields: names.map((name) => name.slice(0, MAX_FIELD_NAME)), characters };
}

/** The text that the user has received; separates the texts of different rounds. */
class Transcript {
  #tail = '';
  #needsBreak = false;

  /** Starts a new round for the following text. */
  startRound(): void {
    this.#needsBreak = this.#tail !== '';
  }

  show(text: string): PluginMessage[] {
    if (text === '') return [];
    const gap = this.#needsBreak ? '\n\n'.slice(countNewlines(this.#tail)) : '';
    this.#needsBreak = false;
    this.#tail = (this.#tail + gap + text).slice(-2);
    return [{ type: 'text', text: gap + text }];
  }
}

function countNewlines(tail: string): number {
  return /\n*$/.exec(tail)?.[0].length ?? 0;
}

/** The messages of the plugin to a user. */
type Wording = {
  /** Replaces reasoning that the model did not send. */
  fallbackThought(toolNames: readonly string[]): string;
  /** Shown when the model returned no displayable text twice. */
  readonly emptyAnswer: string;
  /** Shown when the model could not be reached; the run's log contains the reason. */
  readonly modelFailed: string;
};

const ENGLISH: Wording = {
  fallbackThought: (names) => `Using ${names.join(', ')} to continue.`,
  emptyAnswer:
    'The model returned no answer to this request. Please try again or rephrase the request; the log of this run shows the steps.',
  modelFailed:
    'The model could not complete this request. Please try again later; the log of this run shows the reason.',
};

const JAPANESE: Wording = {
  fallbackThought: (names) => `${names.join('、')} を使って作業を進めます。`,
  emptyAnswer:
    'モデルからこの依頼への回答が得られませんでした。もう一度お試しいただくか、言い方を変えてください。経過はこの実行のログで確認できます。',
  modelFailed:
    'モデルがこの依頼を完了できませんでした。しばらくしてからもう一度お試しください。理由はこの実行のログで確認できます。',
};

/** Dify does not send the language of the user, so the user's text decides: kana occur only in Japanese. */
function chooseWording(sample: string): Wording {
  return /[\u3041-\u30ff]/.test(sample) ? JAPANESE : ENGLISH;
}
