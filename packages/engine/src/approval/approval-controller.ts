import { DEFAULTS } from '../config/defaults.ts';
import type { Keyring } from '../config/keyring.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import type {
  ApprovalReading,
  Approver,
  HumanApprovalRequest,
  ResumeToken,
} from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore, StoreWrite } from '../store/state-store.ts';
import {
  answerToCall,
  answerWrites,
  extension,
  ignoreConflict,
  type Answer,
  type AnswerContext,
  type CallDecision,
  type DecisionDetails,
} from './decisions/decision.ts';
import { invalid } from './approval-error.ts';
import { approvalReading, requireReader, viewedRecord } from './requests/approval-reading.ts';
import type { Authority } from './authority/authority.ts';
import { requireVerifiedRun, type VerifiedRun } from './authority/require-verified-run.ts';
import { checkHostQuestion, hostRequest, hostRequestWrites } from './requests/host-question.ts';
import { pagesOf } from '../store/page-request.ts';
import { sealCall, type SealedCall } from './requests/sealed-call.ts';
import { plainText } from './requests/displayed-call.ts';
import { hashResumeToken, makeResumeToken, reissuedToken } from './decisions/resume-token.ts';

/** What to do about a call whose outcome is unknown after a crash. */
export type OutcomeDecision = 'done' | 'retry' | 'abort';

/** Recovers the complete call of a request that does not contain it. */
type RecoverCall = (approval: HumanApprovalRequest) => Promise<Omit<SealedCall, 'v'> | undefined>;

/** The writes that store a decision, and the rows of the run that were verified for it. */
interface PreparedDecision {
  readonly writes: readonly StoreWrite[];
  readonly verified: VerifiedRun;
}

interface ControllerOptions {
  readonly clock: () => number;
  readonly tokenTtlMs: number;
  readonly approvalTtlMs?: number;
  readonly keyring: Keyring;
  readonly authority: Authority;
  readonly destinationOf?: AnswerContext['destinationOf'];
  readonly recoverCall?: RecoverCall;
}

/** Manages approval requests. Each request is decided once and then yields one resume token. */
export class ApprovalController {
  readonly #store: StateStore;
  readonly #options: ControllerOptions;
  /** Tokens of requests that other operations found expired. The next `expireOverdue` returns them. */
  readonly #unclaimed: ResumeToken[] = [];

  constructor(store: StateStore, options: ControllerOptions) {
    this.#store = store;
    this.#options = options;
  }

  async get(approvalId: string): Promise<HumanApprovalRequest> {
    const id = typeof approvalId === 'string' ? approvalId : '';
    const approval = id.length <= 128 ? await this.#store.getApproval(id) : undefined;
    if (approval) return approval;
    throw new SekishoError(
      'AGENTS-E-APPROVAL-NOT-FOUND',
      `There is no approval request "${plainText(id, 128)}". getPendingApprovals() and "sekisho inbox" list the pending ones.`,
    );
  }

  /** Returns all pending requests. For one run, throws AGENTS-E-APPROVAL-NOT-FOUND when none is pending. */
  async listPending(runId?: string): Promise<HumanApprovalRequest[]> {
    const pending: HumanApprovalRequest[] = [];
    for await (const rows of this.#pendingPages(runId)) {
      const overdue = rows.filter((approval) => this.#isOverdue(approval));
      await Promise.all(overdue.map((approval) => this.#close(approval)));
      pending.push(...rows.filter((approval) => !overdue.includes(approval)));
    }
    if (runId === undefined || pending.length > 0) return pending;
    const run = await this.#store.getRun(runId);
    const shown = plainText(runId, 128);
    throw new SekishoError(
      'AGENTS-E-APPROVAL-NOT-FOUND',
      run
        ? `Run "${shown}" has no pending approval request. Its status is ${run.status}.`
        : `There is no run "${shown}" in this store.`,
    );
  }

  /**
   * Creates an approval request of the host for a run that is suspended or running. The decision returns a token that
   * resumes the run. It permits no call: only the decision of a request that the gate created can approve a call.
   */
  async createApprovalRequest(
    runId: string,
    gateDecision: GateDecision,
    prompt: string,
  ): Promise<HumanApprovalRequest> {
    const question = checkHostQuestion(runId, gateDecision, prompt);
    const run = await this.#store.getRun(runId);
    if (run?.status !== 'running' && run?.status !== 'suspended')
      throw invalid(`requests require a run that has not ended. This run is ${run?.status ?? 'unknown'}.`);
    await this.#options.authority.ready();
    const {
      keyring,
      clock,
      authority,
      approvalTtlMs: ttlMs = DEFAULTS.approvalTtlSec * 1000,
    } = this.#options;
    const approval = hostRequest(run, question, { keyring, now: clock(), ttlMs });
    const { ok } = await this.#store.commit(hostRequestWrites(approval, run, authority));
    if (ok) return approval;
    throw invalid('requests require a run that has not ended. This run ended in the meantime.');
  }

  /** Returns the complete values of a request after recording who reads them. */
  async read(approvalId: string, by: Approver): Promise<ApprovalReading> {
    requireReader(by);
    const reading = approvalReading(
      this.#options.keyring,
      await this.#complete(await this.get(approvalId)),
      by,
    );
    await this.#store.commit([{ kind: 'log.append', record: viewedRecord(reading, by) }]);
    return reading;
  }

  /** Records the decision about a call and returns the token that resumes the run. */
  async submitDecision(
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<ResumeToken> {
    const approval = await this.#pending(approvalId);
    const answer = answerToCall(await this.#complete(approval), decision, details, this.#context());
    return this.#decide(approval, answer);
  }

  /**
   * Returns the writes for a decision, so that the caller can store them together with other writes, and the rows that
   * were verified for it.
   */
  async prepareDecision({ runId, approvalId, decision, details }: CallDecision): Promise<PreparedDecision> {
    const { approval, verified } = await this.#verifiedIn(runId, approvalId);
    await this.#requirePending(approval);
    if (approval.run_id !== runId) throw invalid(`${approvalId} does not belong to run ${runId}.`);
    const answer = answerToCall(await this.#complete(approval), decision, details, this.#context());
    return { writes: answerWrites(approval, answer, this.#options.authority), verified };
  }

  /** Records the outcome of a call that a crash interrupted. `settle` contains the further writes about the call. */
  async submitOutcome(
    approvalId: string,
    decision: OutcomeDecision,
    details: DecisionDetails,
    settle: readonly StoreWrite[],
  ): Promise<ResumeToken> {
    const approval = await this.#pending(approvalId);
    if (approval.kind !== 'outcome')
      throw invalid(`${approvalId} is about a call that has not run. Use submitApproval().`);
    const { by, comment = decision } = details;
    const to = decision === 'abort' ? 'denied' : 'approved';
    return this.#decide(approval, { to, by, comment, outcome: decision, writes: settle });
  }

  /** Extends the deadline of a request to `ttlMs` from now. */
  async extend(approvalId: string, ttlMs: number, by?: Approver): Promise<HumanApprovalRequest> {
    const approval = await this.#pending(approvalId);
    const { extended, writes } = extension(
      approval,
      this.#options.clock() + ttlMs,
      by,
      this.#options.authority,
    );
    if ((await this.#store.commit(writes)).ok) return extended;
    // Reading it again throws when it was decided or expired in the meantime.
    const { expires_at: until } = await this.#pending(approvalId);
    throw invalid(`${approvalId} already has time until ${until}.`);
  }

  /**
   * Closes the requests whose deadline has passed. Each yields a token, so that the run can continue and the model
   * receives the result.
   */
  async expireOverdue(): Promise<ResumeToken[]> {
    const tokens = this.#unclaimed.splice(0);
    for await (const rows of this.#pendingPages()) {
      for (const approval of rows) {
        if (!this.#isOverdue(approval)) continue;
        const token = await this.#expire(approval).catch(ignoreConflict);
        if (token) tokens.push(token);
      }
    }
    return tokens;
  }

  /**
   * Issues a new token for a decision whose token was lost, for example because the process died before returning it.
   * It permits nothing new: the approval is still used once, and the first token that is used resumes the run.
   */
  async reissueToken(approvalId: string, by?: Approver): Promise<ResumeToken> {
    const { authority, clock, tokenTtlMs: ttlMs } = this.#options;
    const approval = await this.#verified(approvalId);
    return reissuedToken(approval, by, { store: this.#store, authority, now: clock(), ttlMs });
  }

  readonly #pendingPages = (runId?: string) =>
    pagesOf((cursor) => this.#store.listApprovals({ run_id: runId, status: 'pending', limit: 500, cursor }));

  /** Requests of version 0.1 do not contain the complete call, so it is recovered if possible. */
  async #complete(approval: HumanApprovalRequest): Promise<HumanApprovalRequest> {
    if (approval.args_sealed !== undefined || approval.kind === 'outcome') return approval;
    // The action digest identifies the call, so the row must match its record.
    const verified = await this.#verified(approval.approval_id);
    const call = await this.#options.recoverCall?.(verified);
    return call ? { ...verified, args_sealed: sealCall(this.#options.keyring, verified, call) } : verified;
  }

  #context(): AnswerContext {
    const { clock, keyring, destinationOf = () => undefined } = this.#options;
    return { now: clock(), keyring, destinationOf };
  }

  async #pending(approvalId: string): Promise<HumanApprovalRequest> {
    const approval = await this.#verified(approvalId);
    await this.#requirePending(approval);
    return approval;
  }

  async #requirePending(approval: HumanApprovalRequest): Promise<void> {
    const { approval_id: id, status, expires_at: end } = approval;
    if (status !== 'pending') throw invalid(`${id} is already ${status}.`);
    if (!this.#isOverdue(approval)) return;
    await this.#close(approval);
    throw invalid(`${id} expired at ${end}.`);
  }

  readonly #isOverdue = ({ expires_at: end }: HumanApprovalRequest) =>
    Date.parse(end) <= this.#options.clock();

  /** Stores the expiry as soon as it is noticed, so that it remains in effect when the clock is set back. */
  async #close(approval: HumanApprovalRequest): Promise<void> {
    // If the store is unavailable, the request stays open and is checked again later.
    const token = await this.#expire(approval).catch(() => undefined);
    if (token) this.#unclaimed.push(token);
  }

  /**
   * Returns the request after verifying it against the audit log. Throws for a row that was changed, inserted or
   * copied.
   */
  async #verified(approvalId: string): Promise<HumanApprovalRequest> {
    const { run_id } = await this.get(approvalId);
    const approval = (await requireVerifiedRun(this.#options.authority, run_id)).approvals.find(
      (each) => each.approval_id === approvalId,
    );
    if (approval) return approval;
    throw invalid(`${approvalId} changed while it was read. Try again.`);
  }

  /** As `#verified`, with the rows of the run. One read is enough if the request belongs to this run. */
  async #verifiedIn(runId: string, approvalId: string) {
    const id = typeof runId === 'string' ? runId : '';
    const verified = await requireVerifiedRun(this.#options.authority, id);
    const approval = verified.approvals.find((each) => each.approval_id === approvalId);
    return { approval: approval ?? (await this.#verified(approvalId)), verified };
  }

  async #expire({ approval_id }: HumanApprovalRequest): Promise<ResumeToken> {
    return this.#decide(await this.#verified(approval_id), { to: 'expired', writes: [] });
  }

  async #decide(approval: HumanApprovalRequest, answer: Answer): Promise<ResumeToken> {
    const { approval_id, run_id, turn } = approval;
    const token = makeResumeToken(run_id);
    // The run may have been resumed and suspended again since the request. The token is for the current wait.
    const segment = (await this.#store.getRun(run_id))?.segment ?? Number(turn);
    const issued = { token_hash: hashResumeToken(token, segment), ttl_ms: this.#options.tokenTtlMs };
    const outcome = await this.#store.commit([
      ...answerWrites(approval, answer, this.#options.authority, issued),
      { kind: 'token.issue', ...issued, run_id, approval_id },
    ]);
    if (!outcome.ok)
      throw invalid(`${approval_id} was decided in the meantime by another person or process.`);
    const expires_at = new Date(this.#options.clock() + this.#options.tokenTtlMs).toISOString();
    return { token, run_id, expires_at, status: 'active' };
  }
}
