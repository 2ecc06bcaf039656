import type { Clock, SessionContext } from '@sekisho/dify-plugin';
import { FailedCalls } from './failed-calls.ts';
import { buildOpening } from './flow.ts';
import type { LocalFiles } from './forward-file.ts';
import type { JsonRecord } from './json-record.ts';
import { LogEntry, type LogSubject } from './log-entry.ts';
import type { GPT5FunctionCallingParams } from './params.ts';
import { ToolBook } from './tool-book.ts';
import { Transcript } from './transcript.ts';
import { UsageTotal } from './usage-total.ts';
import { chooseWording, type Wording } from './wording.ts';

/** Dify ends a run after 590 s without a word; tools may work until the first moment, the answer must be there by the second. */
const WORK_MS = 480_000;
const ANSWER_MS = 570_000;

/** What a strategy takes from its surroundings. */
export type Surroundings = {
  readonly clock: Clock;
  readonly createId: () => string;
  readonly local: LocalFiles;
};

/** What belongs to one run from its beginning to its end. */
export class AgentRun {
  readonly params: GPT5FunctionCallingParams;
  readonly context: SessionContext;
  readonly surroundings: Surroundings;
  readonly book: ToolBook;
  readonly opening: readonly JsonRecord[];
  readonly wording: Wording;
  readonly transcript = new Transcript();
  readonly usage = new UsageTotal();
  readonly failedCalls = new FailedCalls();
  readonly takenCallIds = new Set<string>();
  readonly workUntil: number;
  readonly answerUntil: number;
  /** What the rounds so far said and found. */
  readonly currentThoughts: JsonRecord[] = [];
  toolCalls = 0;
  failedToolCalls = 0;

  constructor(params: GPT5FunctionCallingParams, context: SessionContext, surroundings: Surroundings) {
    this.params = params;
    this.context = context;
    this.surroundings = surroundings;
    this.book = new ToolBook(params.tools);
    this.opening = buildOpening(params);
    this.wording = chooseWording(params.query);
    this.workUntil = surroundings.clock.now() + WORK_MS;
    this.answerUntil = surroundings.clock.now() + ANSWER_MS;
  }

  get isOutOfTime(): boolean {
    return this.surroundings.clock.now() >= this.workUntil;
  }

  /** The time in seconds, as Dify's log counts. */
  get seconds(): number {
    return this.surroundings.clock.now() / 1000;
  }

  openLog(subject: Omit<LogSubject, 'id'>): LogEntry {
    return new LogEntry({ ...subject, id: this.surroundings.createId() }, this.seconds);
  }
}
