import type { ApprovalController, RunRecord, StoreWrite } from '@sekisho/engine';
import {
  auditRecord,
  type CallDecision,
  hashResumeToken,
  isUsableToken,
  requireVerifiedRun,
  runOfToken,
  type RunRecords,
} from '@sekisho/engine/integration';
import { badToken, RefusedTokens } from './refused-tokens.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { SessionSettings } from './session-settings.ts';
import type { WaitingRuns } from './waiting-runs.ts';

/** A suspended run and the writes that entitle a process to resume it. */
export interface Claim {
  readonly run: RunRecord;
  readonly entitlement: readonly StoreWrite[];
  /** The used token or the decided request, for the record. */
  readonly by?: { readonly token_hash: string } | { readonly approval_id: string } | undefined;
}

/** Claims runs: the entitlement is used and the run receives its new owner in one transaction. */
export class RunClaims {
  readonly #settings: SessionSettings;
  readonly #waiting: WaitingRuns;
  readonly #refused: RefusedTokens;
  readonly #lifecycle: RunLifecycle;
  readonly #driver: RunDriver;
  readonly #approvals: ApprovalController;

  constructor(parts: {
    settings: SessionSettings;
    waiting: WaitingRuns;
    lifecycle: RunLifecycle;
    driver: RunDriver;
    approvals: ApprovalController;
  }) {
    this.#settings = parts.settings;
    this.#waiting = parts.waiting;
    this.#refused = new RefusedTokens(parts.settings.store);
    this.#lifecycle = parts.lifecycle;
    this.#driver = parts.driver;
    this.#approvals = parts.approvals;
  }

  /** Prepares a claim with the token of a decision. */
  async byToken(token: string, expected?: string): Promise<Claim> {
    const runId = runOfToken(token);
    if (runId === undefined) throw badToken('This is not a resume token.');
    if (expected !== undefined && expected !== runId) throw badToken(`The token is not for run ${expected}.`);
    const run = await this.#waiting.find(runId);
    const token_hash = hashResumeToken(token, run.segment);
    await this.#refused.require(runId, token_hash);
    return { run, entitlement: [{ kind: 'token.use', token_hash, run_id: runId }], by: { token_hash } };
  }

  /** Prepares a claim with a decision that is stored in the same transaction. */
  async byDecision(decision: CallDecision): Promise<Claim> {
    const entitlement = await this.#approvals.prepareDecision(decision);
    const run = await this.#waiting
      .find(decision.runId, decision.approvalId)
      .catch(async (error: unknown) => {
        // If the request was decided in the meantime, that error is reported instead of the conflict.
        await this.#approvals.prepareDecision(decision);
        throw error;
      });
    return { run, entitlement, by: { approval_id: decision.approvalId } };
  }

  /**
   * Commits the claim for this owner, if the audit log confirms everything that the run relies on. A parked run repeats its
   * segment; any other run starts the next one. Returns the records of the run.
   */
  async commit({ run, entitlement, by }: Claim, parked: boolean, owner: string): Promise<RunRecords> {
    const { run_id, epoch } = run;
    const { authority } = this.#settings;
    const { records } = await requireVerifiedRun(authority, run_id);
    if (by && 'token_hash' in by && !(await isUsableToken(by.token_hash, records, authority)))
      throw await this.#refused.reasonOf(run, entitlement[0]);
    const head = parked
      ? ({ event: 'run.recovered', attempt: epoch } as const)
      : ({ event: 'run.resumed', attempt: run.segment + 1 } as const);
    const record = auditRecord({ run_id, ...head }, { owner, ...by });
    const writes = [...entitlement, ...this.#lifecycle.claim(run, parked ? 0 : 1, owner)];
    // A commit without a response may have been stored, and then this process is the owner.
    const releaseRun = async (error: unknown): Promise<never> => {
      await this.#driver.releaseRun({ runId: run_id, epoch: epoch + 1 }, error);
      throw error;
    };
    const outcome = await this.#settings.ledger.commit(writes, [record]).catch(releaseRun);
    if (!outcome.ok) throw await this.#refused.reasonOf(run, writes[outcome.failed]);
    return records;
  }
}
