import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { startPostgres } from '../../src/testing/index.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** The part of the database that is killed. */
export const DATABASE_VICTIMS = ['a backend of PostgreSQL', 'the postmaster'] as const;

/** Kills a part of a database; `settled` resolves when it is available again. */
export class DatabaseStriker {
  readonly #postgres: Postgres;
  #restarting: Promise<void> | undefined;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  get settled(): Promise<void> {
    return this.#restarting ?? Promise.resolve();
  }

  strike(victim: (typeof DATABASE_VICTIMS)[number]): Promise<void> {
    return victim === 'the postmaster' ? this.#killPostmaster() : this.#killBackend();
  }

  /** Kills the process of one connection; the server ends all of them, as it must, and recovers. */
  async #killBackend(): Promise<void> {
    const client = new Client({ connectionString: this.#postgres.url });
    client.on('error', () => {});
    await client.connect();
    const others = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    const { rows } = await client.query<{ pid: number }>(others);
    const [first] = rows;
    if (first === undefined) throw new Error('There is no connection to kill.');
    const told = new Promise<void>((resolve) => {
      client.once('end', () => resolve());
    });
    process.kill(first.pid, 'SIGKILL');
    // A busy server may react later, when the killed connections have already ended.
    this.#restarting = told.then(() => this.#comeBack());
  }

  async #comeBack(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const client = new Client({ connectionString: this.#postgres.url });
      client.on('error', () => {});
      const isBack = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (isBack) return;
      await sleep(100);
    }
    throw new Error('The server did not restart in time.');
  }

  /** Kills the whole server; it restarts while its clients continue. */
  async #killPostmaster(): Promise<void> {
    await this.#postgres.kill();
    this.#restarting = sleep(300).then(() => this.#postgres.start());
  }
}
