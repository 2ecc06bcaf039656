import type { ExecutionLog } from '../wire/execution-log.ts';
import type { GrantRecord } from '../store/run-record.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { Authority } from '../approval/authority/authority.ts';
import { usableGrants } from '../approval/authority/check-grants.ts';
import type { TurnDraft } from './turn-draft.ts';

/**
 * The grants of one run. An expired grant is recorded as expired when it is detected, and stays expired when the clock is
 * set back.
 */
export class RunGrants {
  readonly #authority: Authority;
  readonly #runId: string;
  readonly #clock: () => number;
  readonly #expired = new Set<string>();
  #loaded: { grants: readonly GrantRecord[]; given: readonly ExecutionLog[] } | undefined;

  constructor({ authority, clock }: { authority: Authority; clock: () => number }, runId: string) {
    this.#authority = authority;
    this.#clock = clock;
    this.#runId = runId;
  }

  /** Loads the grants once. */
  async load(): Promise<void> {
    this.#loaded ??= await this.#load();
  }

  /** Returns the loaded grants that have not expired. Newly expired grants are recorded with this turn. */
  unexpired(draft: TurnDraft): readonly GrantRecord[] {
    const { grants, given } = this.#loaded ?? { grants: [], given: [] };
    // The store lists only grants that it considers unexpired; the log contains all grants.
    for (const { data } of given) this.#expire(draft, textOf(data['grant_id']), textOf(data['expires_at']));
    for (const { grant_id, expires_at } of grants) this.#expire(draft, grant_id, expires_at);
    return grants.filter(({ grant_id }) => !this.#expired.has(grant_id));
  }

  #expire(draft: TurnDraft, grantId: string, expiresAt: string): void {
    if (this.#expired.has(grantId) || Date.parse(expiresAt) > this.#clock()) return;
    this.#expired.add(grantId);
    const head = { run_id: this.#runId, tool_call_id: grantId, event: 'grant.expired', attempt: 0 } as const;
    draft.records.push(auditRecord({ ...head, decision: 'expired' }, { grant_id: grantId }));
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
