import type { LogMessage } from '@sekisho/dify-plugin';
import type { JsonRecord } from './json-record.ts';
import { shorten } from './shorten.ts';

const MAX_LOGGED = 8000;

/** The fields of an entry that are known at its start. */
export type LogSubject = {
  readonly id: string;
  readonly label: string;
  readonly parentId?: string | undefined;
  /** Dify displays the icon of this provider. */
  readonly provider?: string | undefined;
  readonly data?: JsonRecord | undefined;
};

/** The end of the work of an entry. */
export type LogEnd = {
  readonly error?: string | undefined;
  readonly data: JsonRecord;
  readonly usage?: JsonRecord | undefined;
};

/** One entry of the run log in Dify: sent when work starts, and again when it ends. */
export class LogEntry {
  readonly #subject: LogSubject;
  readonly #startedAt: number;

  /** `startedAt` is in seconds, as in Dify. */
  constructor(subject: LogSubject, startedAt: number) {
    this.#subject = subject;
    this.#startedAt = startedAt;
  }

  get id(): string {
    return this.#subject.id;
  }

  start(): LogMessage {
    const { data = {}, provider } = this.#subject;
    return this.#createMessage('start', bound(data), {
      started_at: this.#startedAt,
      ...(provider && { provider }),
    });
  }

  finish(end: LogEnd, finishedAt: number): LogMessage {
    const { provider, data = {} } = this.#subject;
    const metadata = {
      started_at: this.#startedAt,
      finished_at: finishedAt,
      elapsed_time: finishedAt - this.#startedAt,
      ...(provider && { provider }),
      ...pickCosts(end.usage ?? {}),
    };
    const message = this.#createMessage(
      end.error === undefined ? 'success' : 'error',
      bound({ ...data, ...end.data }),
      metadata,
    );
    return end.error === undefined ? message : { ...message, error: shorten(end.error, MAX_LOGGED) };
  }

  #createMessage(status: LogMessage['status'], data: JsonRecord, metadata: JsonRecord): LogMessage {
    const { id, label, parentId } = this.#subject;
    return { type: 'log', id, label, status, data, metadata, ...(parentId !== undefined && { parentId }) };
  }
}

// A log line that is too long would end the run.
function bound(data: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return [
        name,
        text.length > MAX_LOGGED || typeof value === 'string' ? shorten(text, MAX_LOGGED) : value,
      ];
    }),
  );
}

function pickCosts({ total_price, currency, total_tokens }: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries({ total_price, currency, total_tokens }).filter(([, value]) => value !== undefined),
  );
}
