import type { ExecutionLog, GrantRecord } from '@sekisho/engine';
import { auditRecord, type Authority, usableGrants } from '@sekisho/engine/integration';
import type { TurnPlan } from './turn-plan.ts';

/**
 * The grants of one run. An expired grant is recorded as expired when it is detected, and stays expired when the clock is
 * set back.
 */
export class RunGrants {
  readonly #authority: Authority;
  readonly #runId: string;
  readonly #clock: () => number;
  readonly #expired = new Set<string>();
  #loaded: Promise<{ grants: readonly GrantRecord[]; given: readonly ExecutionLog[] }> | undefined;

  constructor({ authority, clock }: { authority: Authority; clock: () => number }, runId: string) {
    this.#authority = authority;
    this.#clock = clock;
    this.#runId = runId;
  }

  /** Returns the grants that have not expired. Newly expired grants are recorded with this plan. */
  async unexpired(plan: TurnPlan): Promise<readonly GrantRecord[]> {
    this.#loaded ??= this.#load();
    const { grants, given } = await this.#loaded;
    // The store lists only grants that it considers unexpired; the log contains all grants.
    for (const { data } of given) this.#expire(plan, textOf(data['grant_id']), textOf(data['expires_at']));
    for (const { grant_id, expires_at } of grants) this.#expire(plan, grant_id, expires_at);
    return grants.filter(({ grant_id }) => !this.#expired.has(grant_id));
  }

  #expire(plan: TurnPlan, grantId: string, expiresAt: string): void {
    if (this.#expired.has(grantId) || Date.parse(expiresAt) > this.#clock()) return;
    this.#expired.add(grantId);
    const head = { run_id: this.#runId, tool_call_id: grantId, event: 'grant.expired', attempt: 0 } as const;
    plan.records.push(auditRecord({ ...head, decision: 'expired' }, { grant_id: grantId }));
  }

  async #load() {
    const [grants, given, expired] = await Promise.all([
      usableGrants(this.#authority, this.#runId),
      this.#logs('grant.given'),
      this.#logs('grant.expired'),
    ]);
    for (const { data } of expired) this.#expired.add(textOf(data['grant_id']));
    return { grants, given };
  }

  #logs(event: ExecutionLog['event']): Promise<readonly ExecutionLog[]> {
    return this.#authority.store.queryLogs({ runId: this.#runId, event, limit: 10_000 });
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
