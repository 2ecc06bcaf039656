import { renderLogBody } from '../../wire/execution-log.ts';
import type { LinkRecord, NewLogRecord } from '../state-store.ts';
import { storedText } from '../stored-text.ts';
import { numberOf, textOf } from './row-values.ts';
import type { WriteStatements } from './write-statements.ts';

/** The last record of the chain. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** Appends to the audit chain in a transaction, which excludes all other processes. */
export class LogAppender {
  readonly #link: LinkRecord;
  readonly #statements: WriteStatements;
  /** The last record, if it is known. */
  head: LogHead | undefined;

  constructor(statements: WriteStatements, link: LinkRecord) {
    this.#statements = statements;
    this.#link = link;
  }

  append(record: NewLogRecord, timestamp: string): void {
    this.head ??= this.#readHead();
    const seq = this.head.seq + 1;
    const { run_id, tool_call_id, event, attempt, decision, data } = record;
    const body = renderLogBody({ seq, run_id, tool_call_id, event, attempt, decision, timestamp, data });
    const hash = this.#link(this.head.hash, seq, body);
    const isNew = this.#statements.appendLog(
      seq,
      storedText(run_id),
      storedText(tool_call_id),
      event,
      attempt,
      storedText(decision),
      timestamp,
      storedText(data),
      hash,
    );
    if (isNew) this.head = { seq, hash };
  }

  #readHead(): LogHead {
    const row = this.#statements.logHead.get();
    return row === undefined
      ? { seq: 0, hash: '' }
      : { seq: numberOf(row, 'seq'), hash: textOf(row, 'hash') };
  }
}
