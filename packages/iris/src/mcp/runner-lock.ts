import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { loadNodeSqlite } from './load-node-sqlite.ts';
import { openPrivately } from './open-task-database.ts';

const MAX_PROCESSES = 256;

/**
 * The name of this process among the processes that share a folder. A lock of the operating system protects it. The lock
 * ends with the process, also after a crash, so no clock or process id is needed to decide whether a name is in use.
 */
export class RunnerLock {
  readonly name = randomUUID();
  readonly #folder: string;
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync;

  constructor(folder: string, database: DatabaseSync) {
    this.#folder = folder;
    this.#database = database;
    for (let slot = 0; slot < MAX_PROCESSES; slot += 1) {
      const lock = tryLock(folder, slot);
      if (!lock) continue;
      this.#lock = lock;
      database.prepare('insert or replace into runners (slot, runner) values (?, ?)').run(slot, this.name);
      return;
    }
    throw new Error(
      `More than ${MAX_PROCESSES} processes use "${folder}". Stop one of them or choose another folder.`,
    );
  }

  /** Returns true while the process of that name runs. */
  isAlive(name: string): boolean {
    if (name === this.name) return true;
    const slot = this.#database.prepare('select slot from runners where runner = ?').get(name)?.['slot'];
    // A slot that another process has acquired no longer belongs to the earlier process.
    if (slot === undefined) return false;
    const lock = tryLock(this.#folder, Number(slot));
    lock?.close();
    return lock === undefined;
  }

  close(): void {
    this.#lock.close();
  }
}

function tryLock(folder: string, slot: number): DatabaseSync | undefined {
  const { DatabaseSync } = loadNodeSqlite();
  const lock = new DatabaseSync(openPrivately(join(folder, `runner-${slot}.lock`)), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}
