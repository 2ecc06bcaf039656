import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import {
  applySessionHistoryMutations,
  UserError,
  type AgentInputItem,
  type Session,
  type SessionHistoryRewriteArgs,
  type SessionHistoryTransaction,
  type SessionHistoryTransactionArgs,
} from 'sekisho';
import type { Statement, Value } from '../database/database.ts';
import { LazyDatabase, type TenantOptions } from '../schema/lazy-database.ts';
import { isDriverError, postgresError } from '../database/postgres-error.ts';
import { textOf, type Row } from '../rows/row-values.ts';
import { storedText } from 'sekisho/store-adapter';
import { comparableText, itemText, readItem } from './session-item-text.ts';
import { sessionStatements } from './session-statements.ts';

/** The conversation of a session. */
export interface PostgresSessionOptions extends TenantOptions {
  /** The id of the conversation. The default is a new id. */
  readonly sessionId?: string | undefined;
}

type Tell = (sql: Statement, ...values: readonly Value[]) => Promise<readonly Row[]>;

/**
 * The history of a conversation, for any number of processes: `run(agent, input, { session })`. Changes of one session are
 * serialized, and a transaction that is repeated after a crash changes nothing.
 */
export class PostgresSession implements Session {
  readonly #database: LazyDatabase;
  readonly #sessionId: string;
  readonly #sql: ReturnType<typeof sessionStatements>;

  constructor(pool: Pool, { sessionId, ...options }: PostgresSessionOptions = {}) {
    this.#database = new LazyDatabase(pool, options);
    this.#sessionId = sessionId ?? randomUUID();
    this.#sql = sessionStatements(this.#database.schema);
  }

  async getSessionId(): Promise<string> {
    return this.#sessionId;
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    if (limit !== undefined && limit <= 0) return [];
    const database = await this.#database.get();
    if (limit === undefined) return (await database.ask(this.#sql.items, this.#key)).map(itemOf);
    const rows = await database.ask(this.#sql.recent, [...this.#key, Math.trunc(limit)]);
    return rows.toReversed().map(itemOf);
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return;
    const texts = items.map(itemText);
    await this.#once(async (tell) => tell(this.#sql.append, texts));
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    return this.#once(async (tell) => {
      const [row] = await tell(this.#sql.dropLast, 1);
      return row && itemOf(row);
    });
  }

  async clearSession(): Promise<void> {
    await this.#repeatable(async (tell) => {
      await tell(this.#sql.clear);
      await tell(this.#sql.forget);
    });
  }

  async applyHistoryMutations({ mutations }: SessionHistoryRewriteArgs): Promise<void> {
    if (mutations.length === 0) return;
    await this.#once(async (tell) => {
      const items = (await tell(this.#sql.items)).map(itemOf);
      await tell(this.#sql.clear);
      await tell(this.#sql.append, applySessionHistoryMutations(items, mutations).map(itemText));
    });
  }

  /** Applies the transaction completely or not at all, and once for each operation id. */
  async applyHistoryTransaction({ operationId, transaction }: SessionHistoryTransactionArgs): Promise<void> {
    if (typeof operationId !== 'string' || operationId.trim() === '')
      throw new UserError('Session history transaction operationId must be a non-empty string.');
    const fingerprint = createHash('sha256').update(comparableText(transaction)).digest('base64url');
    const operation = storedText(operationId);
    await this.#repeatable(async (tell) => {
      const [earlier] = await tell(this.#sql.operation, operation);
      if (earlier !== undefined) {
        if (textOf(earlier, 'fingerprint') === fingerprint) return;
        throw new UserError('Session history operation was already applied with a different transaction.');
      }
      await this.#apply(transaction, tell);
      await tell(this.#sql.remember, operation, fingerprint);
    });
  }

  async #apply(transaction: SessionHistoryTransaction, tell: Tell): Promise<void> {
    switch (transaction.type) {
      case 'append_items':
        await tell(this.#sql.append, transaction.items.map(itemText));
        return;
      case 'replace_suffix': {
        const { expectedSuffix, replacement } = transaction;
        const rows = await tell(this.#sql.recent, expectedSuffix.length);
        if (comparableText(rows.toReversed().map(itemOf)) !== comparableText(expectedSuffix))
          throw new UserError('Session history suffix no longer matches the transaction precondition.');
        await tell(this.#sql.dropLast, expectedSuffix.length);
        await tell(this.#sql.append, replacement.map(itemText));
        return;
      }
    }
    throw new UserError('Unsupported session history transaction type.');
  }

  /** Runs work again if the connection was lost before the response. The result of the work must be the same when it runs twice. */
  async #repeatable(work: (tell: Tell) => Promise<void>): Promise<void> {
    const database = await this.#database.get();
    await database.persist(() => this.#transact(work));
  }

  async #once<Result>(work: (tell: Tell) => Promise<Result>): Promise<Result> {
    try {
      return await this.#transact(work);
    } catch (error) {
      throw isDriverError(error) ? postgresError(error) : error;
    }
  }

  async #transact<Result>(work: (tell: Tell) => Promise<Result>): Promise<Result> {
    const database = await this.#database.get();
    return database.transact(async (ask) => {
      const tell: Tell = (sql, ...values) => ask(sql, [...this.#key, ...values]);
      await tell(this.#sql.lock);
      return { keep: true, result: await work(tell) };
    });
  }

  get #key(): readonly [string, string] {
    return [this.#database.tenant, storedText(this.#sessionId)];
  }
}

function itemOf(row: Row): AgentInputItem {
  return readItem(textOf(row, 'item'));
}
