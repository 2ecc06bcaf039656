import { DEFAULTS } from '../config/defaults.ts';
import type { Keyring } from '../config/keyring.ts';
import type { GateDecision } from '../contracts/gate-decision.ts';
import type { ApprovalReading } from '../contracts/approval-reading.ts';
import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { ResumeToken } from '../contracts/resume-token.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore, StoreWrite } from '../store/state-store.ts';
import {
  answerToCall,
  answerWrites,
  invalid,
  type Answer,
  type AnswerContext,
  type CallDecision,
  type DecisionDetails,
} from './answer.ts';
import { approvalReading, requireReader, viewedRecord } from './approval-reading.ts';
import type { Authority } from './authority/authority.ts';
import { requireVerifiedRun } from './authority/require-verified-run.ts';
import { completeRequest, type RecoverCall } from './complete-request.ts';
import { extension } from './extension.ts';
import { checkHostQuestion, hostRequest, hostRequestWrites } from './host-question.ts';
import { ignoreConflict } from './ignore-conflict.ts';
import { pendingPages } from './pending-pages.ts';
import { plainText } from './plain-text.ts';
import { reissuedToken } from './reissued-token.ts';
import { hashResumeToken, makeResumeToken } from './resume-token-maker.ts';

/** What to do about a call whose outcome a crash hid. */
export type OutcomeDecision = 'done' | 'retry' | 'abort';

/** Keeps the questions to people: each is decided once, by somebody, and gives one token. */
export class ApprovalController {
  readonly #store: StateStore;
  readonly #clock: () => number;
  readonly #tokenTtlMs: number;
  readonly #approvalTtlMs: number;
  readonly #keyring: Keyring;
  readonly #authority: Authority;
  readonly #destinationOf: AnswerContext['destinationOf'];
  readonly #recoverCall: RecoverCall;
  /** Tokens of questions that were found expired in passing; the next `expireOverdue` gives them. */
  readonly #unclaimed: ResumeToken[] = [];

  constructor(
    store: StateStore,
    options: {
      clock: () => number;
      tokenTtlMs: number;
      approvalTtlMs?: number;
      keyring: Keyring;
      authority: Authority;
      destinationOf?: AnswerContext['destinationOf'];
      recoverCall?: RecoverCall;
    },
  ) {
    this.#store = store;
    this.#authority = options.authority;
    this.#clock = options.clock;
    this.#tokenTtlMs = options.tokenTtlMs;
    this.#approvalTtlMs = options.approvalTtlMs ?? DEFAULTS.approvalTtlSec * 1000;
    this.#keyring = options.keyring;
    this.#destinationOf = options.destinationOf ?? (() => undefined);
    this.#recoverCall = options.recoverCall ?? (async () => undefined);
  }

  async get(approvalId: string): Promise<HumanApprovalRequest> {
    const id = typeof approvalId === 'string' ? approvalId : '';
    const approval = id.length <= 128 ? await this.#store.getApproval(id) : undefined;
    if (approval) return approval;
    throw new SekishoError(
      'AGENTS-E-APPROVAL-NOT-FOUND',
      `There is no approval request "${plainText(id, 128)}".`,
    );
  }

  /** Everything that waits for a person; for one run, AGENTS-E-APPROVAL-NOT-FOUND when nothing waits in it. */
  async listPending(runId?: string): Promise<HumanApprovalRequest[]> {
    const pending: HumanApprovalRequest[] = [];
    for await (const rows of pendingPages(this.#store, runId)) {
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
        ? `Nothing waits for a person in run "${shown}", which is ${run.status}.`
        : `There is no run "${shown}", so nothing waits in it.`,
    );
  }

  /**
   * Asks a person something about a run that waits or is at work. The answer gives a token that continues the run. It
   * permits no call: a call is approved only by the answer to the question that the gate asked about it.
   */
  async createApprovalRequest(
    runId: string,
    gateDecision: GateDecision,
    prompt: string,
  ): Promise<HumanApprovalRequest> {
    const question = checkHostQuestion(runId, gateDecision, prompt);
    const run = await this.#store.getRun(runId);
    if (run?.status !== 'running' && run?.status !== 'suspended')
      throw invalid(`requests need a run that is not over; this one is ${run?.status ?? 'unknown'}.`);
    await this.#authority.ready();
    const options = { keyring: this.#keyring, now: this.#clock(), ttlMs: this.#approvalTtlMs };
    const approval = hostRequest(run, question, options);
    const { ok } = await this.#store.commit(hostRequestWrites(approval, run, this.#authority));
    if (ok) return approval;
    throw invalid('requests need a run that is not over; this one has just ended.');
  }

  /** Gives somebody the complete values of a request, after recording who reads them. */
  async read(approvalId: string, by: Approver): Promise<ApprovalReading> {
    requireReader(by);
    const reading = approvalReading(this.#keyring, await this.#complete(await this.get(approvalId)), by);
    await this.#store.commit([{ kind: 'log.append', record: viewedRecord(reading, by) }]);
    return reading;
  }

  /** Records a yes or no to a call and gives the token that continues the run. */
  async submitDecision(
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<ResumeToken> {
    const approval = await this.#pending(approvalId);
    const answer = answerToCall(await this.#complete(approval), decision, details, this.#context());
    return this.#decide(approval, answer);
  }

  /** A yes or no to a call of this run as writes, for whoever stores them together with what follows from them. */
  async prepareDecision({ runId, approvalId, decision, details }: CallDecision): Promise<StoreWrite[]> {
    const approval = await this.#pending(approvalId);
    if (approval.run_id !== runId) throw invalid(`${approvalId} does not belong to run ${runId}.`);
    const answer = answerToCall(await this.#complete(approval), decision, details, this.#context());
    return answerWrites(approval, answer, this.#authority);
  }

  /** Records what became of a call that was in flight at a crash. `settle` is what the store is to know about it. */
  async submitOutcome(
    approvalId: string,
    decision: OutcomeDecision,
    details: DecisionDetails,
    settle: readonly StoreWrite[],
  ): Promise<ResumeToken> {
    const approval = await this.#pending(approvalId);
    if (approval.kind !== 'outcome')
      throw invalid(`${approvalId} asks about a call that has not run. Use submitApproval().`);
    const { by, comment = decision } = details;
    const to = decision === 'abort' ? 'denied' : 'approved';
    return this.#decide(approval, { to, by, comment, outcome: decision, writes: settle });
  }

  /** Gives people more time to answer: `ttlMs` from now. */
  async extend(approvalId: string, ttlMs: number, by?: Approver): Promise<HumanApprovalRequest> {
    const approval = await this.#pending(approvalId);
    const { extended, writes } = extension(approval, this.#clock() + ttlMs, by, this.#authority);
    if ((await this.#store.commit(writes)).ok) return extended;
    // Reads it again, and says so when it was decided or expired in the meantime.
    const { expires_at: until } = await this.#pending(approvalId);
    throw invalid(`${approvalId} has time until ${until} already.`);
  }

  /** Closes the questions that nobody answered in time. Each gives a token, so that the model can be told. */
  async expireOverdue(): Promise<ResumeToken[]> {
    const tokens = this.#unclaimed.splice(0);
    for await (const rows of pendingPages(this.#store)) {
      for (const approval of rows) {
        if (!this.#isOverdue(approval)) continue;
        const token = await this.#expire(approval).catch(ignoreConflict);
        if (token) tokens.push(token);
      }
    }
    return tokens;
  }

  /**
   * A new token for a decision whose token was lost, for example because the process died before it could hand it over.
   * It permits nothing new: the approval is still used once, and whichever token comes first continues the run.
   */
  async reissueToken(approvalId: string, by?: Approver): Promise<ResumeToken> {
    return reissuedToken(await this.#verified(approvalId), by, {
      store: this.#store,
      authority: this.#authority,
      now: this.#clock(),
      ttlMs: this.#tokenTtlMs,
    });
  }

  #complete(approval: HumanApprovalRequest): Promise<HumanApprovalRequest> {
    const verify = () => this.#verified(approval.approval_id);
    return completeRequest(approval, this.#keyring, { verify, recover: this.#recoverCall });
  }

  #context(): AnswerContext {
    return { now: this.#clock(), keyring: this.#keyring, destinationOf: this.#destinationOf };
  }

  async #pending(approvalId: string): Promise<HumanApprovalRequest> {
    const approval = await this.#verified(approvalId);
    if (approval.status !== 'pending') throw invalid(`${approvalId} is ${approval.status} already.`);
    if (!this.#isOverdue(approval)) return approval;
    await this.#close(approval);
    throw invalid(`${approvalId} expired at ${approval.expires_at}.`);
  }

  readonly #isOverdue = ({ expires_at: end }: HumanApprovalRequest) => Date.parse(end) <= this.#clock();

  /** Stores that a question has expired as soon as that is seen, so that it stays so when the clock is set back. */
  async #close(approval: HumanApprovalRequest): Promise<void> {
    // A store that is away keeps the question open, and it is looked at again.
    const token = await this.#expire(approval).catch(() => undefined);
    if (token) this.#unclaimed.push(token);
  }

  /** The request as the audit log confirms it. A row that was changed, inserted or copied is refused. */
  async #verified(approvalId: string): Promise<HumanApprovalRequest> {
    const { approval_id, run_id } = await this.get(approvalId);
    const { approvals } = await requireVerifiedRun(this.#authority, run_id);
    const approval = approvals.find((each) => each.approval_id === approval_id);
    if (approval) return approval;
    throw invalid(`${approvalId} changed while it was read. Try again.`);
  }

  async #expire({ approval_id }: HumanApprovalRequest): Promise<ResumeToken> {
    return this.#decide(await this.#verified(approval_id), { to: 'expired', writes: [] });
  }

  async #decide(approval: HumanApprovalRequest, answer: Answer): Promise<ResumeToken> {
    const { approval_id, run_id, turn } = approval;
    const token = makeResumeToken(run_id);
    // The run may have waited, gone on and waited again since the question: the token is for the wait of now.
    const segment = (await this.#store.getRun(run_id))?.segment ?? Number(turn);
    const issued = { token_hash: hashResumeToken(token, segment), ttl_ms: this.#tokenTtlMs };
    const outcome = await this.#store.commit([
      ...answerWrites(approval, answer, this.#authority, issued),
      { kind: 'token.issue', ...issued, run_id, approval_id },
    ]);
    if (!outcome.ok) throw invalid(`${approval_id} was decided by somebody else in the meantime.`);
    const expires_at = new Date(this.#clock() + this.#tokenTtlMs).toISOString();
    return { token, run_id, expires_at, status: 'active' };
  }
}
