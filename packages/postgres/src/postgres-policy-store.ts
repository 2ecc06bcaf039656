import type { Pool } from 'pg';
import { loadProfile, type PolicyProfile, type PolicyStore } from '@sekisho/engine';
import { statement } from './database/database.ts';
import { LazyDatabase, type TenantOptions } from './schema/lazy-database.ts';
import { textOf } from './rows/row-values.ts';
import { storedText } from '@sekisho/engine/store-adapter';

/** Profiles shared by all processes: the three of the package, unless they are replaced. */
export class PostgresPolicyStore implements PolicyStore {
  readonly #database: LazyDatabase;
  readonly #loaded = new Map<string, { readonly body: string; readonly profile: PolicyProfile }>();

  constructor(pool: Pool, options: TenantOptions = {}) {
    this.#database = new LazyDatabase(pool, options);
  }

  /** Reads the profile each time, because a profile that another process tightened must apply here immediately. */
  async getProfile(name: string): Promise<PolicyProfile> {
    const { schema, tenant } = this.#database;
    const database = await this.#database.get();
    const [row] = await database.ask(
      statement(`select body from ${schema}.policies where tenant = $1 and name = $2`),
      [tenant, storedText(name)],
    );
    return row === undefined ? loadProfile(name) : this.#load(name, textOf(row, 'body'));
  }

  // Loading a profile runs the examples of all rules, so an unchanged text is loaded once.
  #load(name: string, body: string): PolicyProfile {
    const known = this.#loaded.get(name);
    if (known?.body === body) return known.profile;
    const profile = loadProfile(JSON.parse(body));
    this.#loaded.set(name, { body, profile });
    return profile;
  }

  async setProfile(profile: PolicyProfile): Promise<void> {
    const checked = loadProfile(profile);
    const { schema, tenant } = this.#database;
    const database = await this.#database.get();
    await database.ask(
      statement(
        `insert into ${schema}.policies (tenant, name, body) values ($1, $2, $3)
         on conflict (tenant, name) do update set body = excluded.body, updated_at = clock_timestamp()`,
      ),
      [tenant, storedText(checked.name), JSON.stringify(checked)],
    );
  }
}
