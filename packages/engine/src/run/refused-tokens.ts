import type { RunRecord } from '../store/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore, StoreWrite } from '../store/state-store.ts';
import { auditRecord } from '../audit/audit-record.ts';
import { invalid } from '../approval/approval-error.ts';

/** Limits the records, because guessed tokens must not fill the log. */
const MAX_RECORDS = 50;

/** Tokens that the store rejected. Each stays rejected, even when the clock is set back to before its expiry. */
export class RefusedTokens {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Throws when this token of the run was rejected before. */
  async require(runId: string, tokenHash: string): Promise<void> {
    const refused = await this.#of(runId);
    if (refused.some(({ tool_call_id: hash }) => hash === tokenHash))
      throw badToken(`The token for run ${runId} was rejected before. Get a new one with reissueToken().`);
  }

  /** Returns the error of a claim that failed. A rejected token is recorded. */
  async reasonOf(run: RunRecord, write: StoreWrite | undefined): Promise<SekishoError> {
    if (write?.kind === 'approval.decide')
      return invalid(`${write.approval_id} was decided by another user in the meantime.`);
    if (write?.kind === 'token.use') await this.#record(run, write.token_hash);
    return badToken(
      `The token for run ${run.run_id} was already used, has expired or belongs to another wait of the run.`,
    );
  }

  async #record({ run_id, epoch, segment }: RunRecord, tokenHash: string): Promise<void> {
    const now = await this.#store.getRun(run_id);
    // A token is used in the transaction that claims the run, so this token was not rejected because of its age.
    if (now?.status !== 'suspended' || now.epoch !== epoch) return;
    if ((await this.#of(run_id)).length >= MAX_RECORDS) return;
    const head = { run_id, tool_call_id: tokenHash, event: 'token.refused', attempt: segment } as const;
    await this.#store.commit([
      { kind: 'log.append', record: auditRecord({ ...head, decision: 'refused' }, {}) },
    ]);
  }

  #of(runId: string) {
    return this.#store.queryLogs({ runId, event: 'token.refused', limit: MAX_RECORDS });
  }
}

/** Creates the error for a token that cannot resume the run. */
export const badToken = (why: string) => new SekishoError('AGENTS-E-RESUME-TOKEN', why);
