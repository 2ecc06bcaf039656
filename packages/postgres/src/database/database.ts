import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, CustomTypesConfig, Pool } from 'pg';
import type { Row } from '../rows/row-values.ts';
import { isDriverError, isPassing, postgresError } from './postgres-error.ts';

/** SQL text with the name under which a connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The types of statement parameters. */
export type Value = string | number | boolean | null | readonly string[];

/** Runs one statement and returns its rows. */
export type Ask = (sql: Statement, values: readonly Value[]) => Promise<readonly Row[]>;

const FIRST_PAUSE_MS = 25;
const MAX_BACKOFF_MS = 1_000;

/** A connection pool that survives restarts of the server. */
export class Database {
  readonly #pool: Pool;
  readonly #timeoutMs: number;

  /** How long requests are repeated while the server is unavailable. */
  constructor(pool: Pool, timeoutMs: number) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
    // Without a listener, a restart of the server would end this process.
    if (pool.listenerCount('error') === 0) pool.on('error', () => {});
  }

  /** Runs a read-only statement and retries it while the server is unavailable. */
  ask(sql: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    return this.persist(() => this.once(sql, values));
  }

  /** Runs a statement at most once. */
  async once(sql: Statement, values: readonly Value[]): Promise<readonly Row[]> {
    return (await this.#pool.query(asQuery(sql, values))).rows;
  }

  /** Runs repeatable work and retries it while the server is unavailable. */
  async persist<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#timeoutMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_BACKOFF_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isDriverError(error)) throw error;
        if (!isPassing(error) || this.#pool.ending || performance.now() + pause > end)
          throw postgresError(error);
      }
      await sleep(pause);
    }
  }

  /** Runs work in a transaction; `keep` decides whether it is committed. */
  async transact<Result>(
    work: (ask: Ask, client: ClientBase) => Promise<{ keep: boolean; result: Result }>,
  ): Promise<Result> {
    const client = await this.#pool.connect();
    // Without a listener, a connection that is lost between two statements would end this process.
    client.on('error', ignore);
    let isBroken = true;
    try {
      await client.query('begin');
      const { keep, result } = await work(async (sql, values) => {
        const { rows } = await client.query<Row>(asQuery(sql, values));
        return rows;
      }, client);
      await client.query(keep ? 'commit' : 'rollback');
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = !(await rolledBack(client));
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(isBroken);
    }
  }
}

/** Names a statement after its text, so that two stores with different schemas may share a connection. */
export function statement(text: string): Statement {
  return { name: `sekisho_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`, text };
}

// The type parsers of a pool belong to its owner, so every value is read as the text that the server sent.
const asText: CustomTypesConfig = { getTypeParser: () => (value: string) => value };

function asQuery({ name, text }: Statement, values: readonly Value[]) {
  return { name, text, values: [...values], types: asText };
}

async function rolledBack(client: ClientBase): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

function ignore(): void {}
