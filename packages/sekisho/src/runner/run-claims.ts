import type { CallDecision } from '../approval/answer.ts';
import type { ApprovalController } from '../approval/approval-controller.ts';
import { isUsableToken } from '../approval/authority/is-usable-token.ts';
import { requireVerifiedRun } from '../approval/authority/require-verified-run.ts';
import type { RunRecords } from '../approval/authority/run-records.ts';
import { hashResumeToken, runOfToken } from '../approval/resume-token-maker.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { badToken, RefusedTokens } from './refused-tokens.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { SessionSettings } from './session-settings.ts';
import type { WaitingRuns } from './waiting-runs.ts';

/** A run that waits, and the writes that entitle somebody to continue it. */
export interface Claim {
  readonly run: RunRecord;
  readonly entitlement: readonly StoreWrite[];
  /** The token that is spent, or the request that is decided, for the record. */
  readonly by?: { readonly token_hash: string } | { readonly approval_id: string } | undefined;
}

/** Claims runs: the entitlement is spent and the run gets its new owner in one transaction. */
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

  /** A claim by the token of a decision. */
  async byToken(token: string, expected?: string): Promise<Claim> {
    const runId = runOfToken(token);
    if (runId === undefined) throw badToken('This is not a resume token.');
    if (expected !== undefined && expected !== runId) throw badToken(`The token is not for run ${expected}.`);
    const run = await this.#waiting.find(runId);
    const token_hash = hashResumeToken(token, run.segment);
    await this.#refused.require(runId, token_hash);
    return { run, entitlement: [{ kind: 'token.use', token_hash, run_id: runId }], by: { token_hash } };
  }

  /** A claim by a decision that is stored with it. */
  async byDecision(decision: CallDecision): Promise<Claim> {
    const entitlement = await this.#approvals.prepareDecision(decision);
    const run = await this.#waiting
      .find(decision.runId, decision.approvalId)
      .catch(async (error: unknown) => {
        // If somebody decided it since, that is the error to report, not that the run was continued.
        await this.#approvals.prepareDecision(decision);
        throw error;
      });
    return { run, entitlement, by: { approval_id: decision.approvalId } };
  }

  /**
   * Commits the claim for this owner, if the audit log agrees with everything that the run may rely on. A parked run begins
   * its segment again; any other begins the next one. Gives what the log says.
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
    // A commit whose answer was lost may have been stored, and then this process has the run.
    const releaseRun = async (error: unknown): Promise<never> => {
      await this.#driver.releaseRun({ runId: run_id, epoch: epoch + 1 }, error);
      throw error;
    };
    const outcome = await this.#settings.ledger.commit(writes, [record]).catch(releaseRun);
    if (!outcome.ok) throw await this.#refused.reasonOf(run, writes[outcome.failed]);
    return records;
  }
}
