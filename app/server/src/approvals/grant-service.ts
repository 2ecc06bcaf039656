import type { GrantRecord, StateStore } from 'sekisho';
import { changeWrite } from '../audit/record-change.ts';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';

const MAX_RUNS = 500;

/** Lists and revokes grants. */
export class GrantService {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Lists active grants: of one run, or of the newest runs that have not ended. */
  async list(runId: string | undefined) {
    const runIds = runId === undefined ? await this.#openRuns() : [runId];
    const found: GrantRecord[] = [];
    for (const id of runIds) found.push(...(await this.#store.listGrants(id)));
    return Promise.all(found.map((grant) => this.#view(grant)));
  }

  async revoke(grantId: string, runId: string, identity: Identity): Promise<void> {
    const outcome = await this.#store.commit([
      { kind: 'grant.revoke', grant_id: grantId, run_id: runId },
      changeWrite({
        id: grantId,
        event: 'grant.revoked',
        decision: 'revoked',
        run_id: runId,
        facts: { by: identity.id, grant_id: grantId },
      }),
    ]);
    if (!outcome.ok) throw new ConsoleError('NotFound', 'There is no such grant, or it has already ended.');
  }

  async #openRuns(): Promise<string[]> {
    const [waiting, running] = await Promise.all([
      this.#store.listRuns({ status: 'suspended', limit: MAX_RUNS }),
      this.#store.listRuns({ status: 'running', limit: MAX_RUNS }),
    ]);
    return [...waiting.rows, ...running.rows].map(({ run_id: id }) => id);
  }

  async #view({
    grant_id,
    run_id,
    tool_id,
    scope,
    covers,
    covers_ja,
    destination,
    granted_by,
    expires_at,
    uses_left,
  }: GrantRecord) {
    const approval = await this.#store.getApproval(granted_by);
    return {
      grant_id,
      run_id,
      tool_id,
      scope,
      covers,
      covers_ja,
      destination,
      approval_id: granted_by,
      granted_by: approval?.decided_by?.id ?? null,
      expires_at,
      uses_left,
    };
  }
}
