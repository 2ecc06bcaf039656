import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { SekishoError, type LinkRecord } from '@sekisho/engine';
import { z } from 'zod';
import type { Ask, Database } from '../database/database.ts';
import { numberOf, oneOf, textOf, type Row } from '../rows/row-values.ts';
import {
  allBatchesCommitted,
  outcomesSchema,
  repeatedResults,
  resultOf,
  type BatchResult,
} from './batch-result.ts';
import type { EncodedBatch } from './encode-batch.ts';
import { enqueueSegments, type Enqueue } from './enqueue-segments.ts';
import { groupStatements } from './group-statements.ts';
import { linkRecords, type LogHead } from './link-records.ts';
import type { StoreClock } from './store-clock.ts';

interface WriterParts {
  readonly database: Database;
  readonly schema: string;
  readonly tenant: string;
  readonly link: LinkRecord;
  readonly clock: StoreClock;
  /** Receives the segments that a batch queues for workers, inside its transaction. */
  readonly enqueue: Enqueue | undefined;
}

const namesSchema = z.array(z.string());

// Busy writers can move the head of the chain between our read and our write; after that many attempts we take the lock.
const MAX_OPTIMISTIC_ATTEMPTS = 3;

/**
 * Commits groups, one at a time. The chain is hashed here, because the server must not know the key: records are chained
 * to the last known head and sent with the writes in one round trip. The server rejects it when the head has moved or a
 * batch fails; the group then runs as a two-step transaction under the lock.
 */
export class GroupWriter {
  readonly #parts: WriterParts;
  readonly #statements: ReturnType<typeof groupStatements>;
  readonly #writer = randomUUID();
  #head: LogHead | undefined;
  #group = 0;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#statements = groupStatements(parts.schema);
  }

  /** Creates the chain of the tenant if it does not exist, and reads its end. */
  async open(): Promise<void> {
    const { database, tenant } = this.#parts;
    await database.ask(this.#statements.openChain, [tenant]);
    const [row] = await database.ask(this.#statements.head, [tenant]);
    if (row === undefined)
      throw new SekishoError(
        'AGENTS-E-STORE',
        `This role may not see the tenant "${tenant}". Grant it access to the tenant first.`,
      );
    this.#head = headOf(row);
  }

  async write(batches: readonly EncodedBatch[]): Promise<readonly BatchResult[]> {
    const results: BatchResult[] = [];
    for (const group of this.#splitAtQueues(batches)) results.push(...(await this.#writeOrFail(group)));
    return results;
  }

  async #writeOrFail(group: readonly EncodedBatch[]): Promise<readonly BatchResult[]> {
    try {
      return await this.#writeGroup(group);
    } catch (error) {
      // A segment host that rejects a segment must roll back only that batch.
      if (group.length === 1 || !this.#isForEngine(group[0])) return group.map(() => ({ error }));
      const results: BatchResult[] = [];
      for (const batch of group) results.push(...(await this.#writeOrFail([batch])));
      return results;
    }
  }

  #writeGroup(group: readonly EncodedBatch[]): Promise<readonly BatchResult[]> {
    this.#group += 1;
    const { database } = this.#parts;
    if (this.#isForEngine(group[0])) return database.persist(() => this.#writeUnderLock(group));
    return database.persist(
      async () => (await this.#tryInOneTrip(group)) ?? (await this.#writeUnderLock(group)),
    );
  }

  /** Divides batches into groups of which either every batch queues segments, or none does. Their order stays. */
  #splitAtQueues(batches: readonly EncodedBatch[]): readonly (readonly EncodedBatch[])[] {
    const groups: EncodedBatch[][] = [];
    for (const [index, batch] of batches.entries()) {
      const last = groups.at(-1);
      if (last === undefined || this.#isForEngine(batch) !== this.#isForEngine(batches[index - 1]))
        groups.push([batch]);
      else last.push(batch);
    }
    return groups;
  }

  #isForEngine(batch: EncodedBatch | undefined): boolean {
    return this.#parts.enqueue !== undefined && batch !== undefined && batch.queued.length > 0;
  }

  async #tryInOneTrip(group: readonly EncodedBatch[]): Promise<readonly BatchResult[] | undefined> {
    const { database, link, clock } = this.#parts;
    const records = group.flatMap((batch) => batch.records);
    const count = group.length;
    for (let attempt = 0; attempt < MAX_OPTIMISTIC_ATTEMPTS; attempt += 1) {
      const head = this.#head ?? { seq: 0, hash: '' };
      const decree = clock.fixedTime();
      const time = decree ?? clock.estimate();
      const linked = linkRecords(records, { head, time, known: new Set() }, link);
      const values = [head.seq, head.hash, time, JSON.stringify(linked.rows)];
      let row: Row | undefined;
      try {
        [row] = await database.once(this.#statements.commit, [...this.#envelope(group, decree), ...values]);
      } catch (error) {
        // A value that cannot be stored must not fail the other batches of the group.
        if (count > 1 && isRefusedValue(error)) return undefined;
        throw error;
      }
      if (row === undefined) return undefined;
      this.#learn(row);
      switch (oneOf(row, 'status', ['kept', 'repeated', 'moved', 'lost'])) {
        case 'kept':
          if (linked.rows.length > 0) this.#head = linked.head;
          return allBatchesCommitted(count);
        case 'repeated':
          return repeatedResults(row, count);
        case 'moved':
          continue;
        case 'lost':
          if (count === 1 && row['batch'] !== null) return [resultOf(numberOf(row, 'failed'))];
          return undefined;
      }
    }
    return undefined;
  }

  async #writeUnderLock(group: readonly EncodedBatch[]): Promise<readonly BatchResult[]> {
    const { database, clock } = this.#parts;
    return database.transact(async (ask, client) => {
      const identities = group.flatMap((batch) => batch.records.flatMap(({ identity }) => identity ?? []));
      const [row] = await ask(this.#statements.apply, [
        ...this.#envelope(group, clock.fixedTime()),
        identities,
      ]);
      if (row === undefined) throw new Error('The function apply_group gave no row.');
      this.#learn(row);
      if (row['status'] === 'repeated') return { keep: false, result: repeatedResults(row, group.length) };
      const outcomes = outcomesSchema.parse(JSON.parse(textOf(row, 'outcomes')));
      const keep = outcomes.includes(-1);
      if (keep)
        await this.#enqueue(
          group.filter((_, index) => outcomes[index] === -1),
          ask,
          client,
        );
      if (keep) await this.#finish(group, outcomes, row, ask);
      return { keep, result: outcomes.map(resultOf) };
    });
  }

  async #enqueue(group: readonly EncodedBatch[], ask: Ask, client: ClientBase): Promise<void> {
    const { enqueue, tenant } = this.#parts;
    const runIds = group.flatMap((batch) => batch.queued);
    if (enqueue === undefined || runIds.length === 0) return;
    await enqueueSegments(enqueue, { tenant, runIds, find: this.#statements.segments }, { ask, client });
  }

  async #finish(
    group: readonly EncodedBatch[],
    outcomes: readonly unknown[],
    row: Row,
    ask: Ask,
  ): Promise<void> {
    const records = group.flatMap((batch, index) => (outcomes[index] === -1 ? batch.records : []));
    const known = new Set(namesSchema.parse(JSON.parse(textOf(row, 'known'))));
    const start = { head: headOf(row), time: numberOf(row, 'now'), known };
    const linked = linkRecords(records, start, this.#parts.link);
    const { tenant } = this.#parts;
    const texts = [JSON.stringify(outcomes), JSON.stringify(linked.rows)];
    await ask(this.#statements.finish, [tenant, this.#writer, this.#group, ...texts]);
    this.#head = linked.head;
  }

  #envelope(group: readonly EncodedBatch[], decree: number | null) {
    const { tenant } = this.#parts;
    return [
      tenant,
      this.#writer,
      this.#group,
      decree,
      JSON.stringify(group.map(({ writes }) => writes)),
    ] as const;
  }

  #learn(row: Row): void {
    this.#head = headOf(row);
    this.#parts.clock.observe(numberOf(row, 'now'));
  }
}

function headOf(row: Row): LogHead {
  return { seq: numberOf(row, 'seq'), hash: textOf(row, 'hash') };
}

function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(String(Reflect.get(Object(error), 'code')));
}
