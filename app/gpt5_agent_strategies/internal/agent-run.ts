import type { Clock, SessionContext } from '@sekisho/dify-plugin';
import type { AgentSettings } from '../config/env.ts';
import { FailedCalls } from './failed-calls.ts';
import { buildOpening } from './flow.ts';
import type { LocalFiles } from './forward-file.ts';
import type { JsonRecord } from './json-record.ts';
import { LogEntry, type LogSubject } from './log-entry.ts';
import type { GPT5FunctionCallingParams } from './params.ts';
import { summarize } from './summarize.ts';
import { ToolRegistry } from './tool-registry.ts';
import { Transcript } from './transcript.ts';
import { UsageTotal } from './usage-total.ts';
import { chooseWording, type Wording } from './wording.ts';

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
