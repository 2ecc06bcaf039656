import { SekishoError, type ExecutionLog, type ExecutionLogQuery } from '@sekisho/engine';
import { z } from 'zod';
import { endSchema, headSchema, recordSchema, type LogPosition } from './archive-format.ts';

/** Returns the lines of one archive, from the beginning on each call. */
export type ArchiveLines = () => AsyncIterable<string> | Iterable<string>;

const lineSchema = z.union([recordSchema, endSchema]);

/**
 * Reads archives, in the order of their creation, as one log. It begins with the first archive, which may be in the middle
 * of the chain, and refuses archives that are incomplete or not consecutive.
 */
export class ArchivedLog {
  /** It may end anywhere. */
  readonly isArchive = true;
  readonly #archives: readonly ArchiveLines[];
  /** Where the last query stopped reading, because most queries continue there. */
  #reading: { readonly records: AsyncGenerator<ExecutionLog>; readonly at: number } | undefined;

  constructor(archives: readonly ArchiveLines[]) {
    this.#archives = archives;
  }

  /** The record that the first one is chained to. */
  async logStart(): Promise<LogPosition> {
    const [first] = this.#archives;
    for await (const line of first?.() ?? []) return parse(headSchema, line, 1).after;
    throw broken(1, 'has no first line');
  }

  /** The last record; what follows, in the store or in the next archive, must be chained to it. */
  async logEnd(): Promise<LogPosition> {
    let end = await this.logStart();
    for await (const { seq, hash } of this.#records()) end = { seq, hash };
    return end;
  }

  async queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]> {
    const { afterSeq = 0, limit = 1_000, ...filter } = query;
    const isNext = this.#reading !== undefined && this.#reading.at === afterSeq;
    const records = isNext && this.#reading ? this.#reading.records : this.#records();
    this.#reading = undefined;
    const found: ExecutionLog[] = [];
    for (let next = await records.next(); !next.done; next = await records.next()) {
      const record = next.value;
      if (record.seq > afterSeq && matches(record, filter)) found.push(record);
      if (found.length < limit) continue;
      this.#reading = { records, at: record.seq };
      break;
    }
    return found;
  }

  async *#records(): AsyncGenerator<ExecutionLog> {
    let place: LogPosition | undefined;
    for (const [index, open] of this.#archives.entries()) {
      let records = -1;
      let isWhole = false;
      for await (const line of open()) {
        if (isWhole) throw broken(index + 1, 'continues after its end');
        records += 1;
        if (records === 0) {
          place = follow(parse(headSchema, line, index + 1).after, place, index + 1);
          continue;
        }
        const entry = parse(lineSchema, line, index + 1);
        if ('end' in entry) {
          if (entry.records !== records - 1) throw broken(index + 1, 'lacks records or has some too many');
          follow(entry.end, place, index + 1);
          isWhole = true;
          continue;
        }
        place = { seq: entry.seq, hash: entry.hash };
        yield entry;
      }
      if (!isWhole) throw broken(index + 1, 'was cut off');
    }
  }
}

function matches(record: ExecutionLog, { runId, event, since }: ExecutionLogQuery): boolean {
  if (runId !== undefined && record.run_id !== runId) return false;
  if (event !== undefined && record.event !== event) return false;
  return since === undefined || Date.parse(record.timestamp) >= Date.parse(since);
}

function follow(told: LogPosition, place: LogPosition | undefined, number: number): LogPosition {
  if (place !== undefined && (told.seq !== place.seq || told.hash !== place.hash))
    throw broken(number, `does not follow record ${place.seq}`);
  return told;
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string, number: number): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw broken(number, 'holds a line that cannot be read', cause);
  }
}

function broken(number: number, what: string, cause?: unknown): SekishoError {
  return new SekishoError('AGENTS-E-STORE', `Archive ${number} ${what}. Use the copy that was put away.`, {
    cause,
  });
}
