import { SekishoError, type HumanApprovalRequest, type StateStore } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { Identity } from '../identity/identity.ts';
import type { Resumption, ResumeService } from '../runs/resume-service.ts';
import type { RunHost } from '../runs/run-host.ts';
import { type ApprovalSummary, statusAt, summarizeApproval, viewReading } from './approval-view.ts';
import type { Decision, OutcomeAnswer } from './decision-schemas.ts';
import { maskedPaths } from './masked-paths.ts';

/** A recorded decision, and how the run continues. */
export type DecisionResult = {
  approval: ApprovalSummary;
  resume: Resumption;
  waiting_in_run: number;
  /** The application that executes the run. */
  application: string;
};

/** Records the decisions of people. Each decision is for one displayed call and by an authenticated person. */
export class ApprovalService {
  readonly #runHost: RunHost;
  readonly #store: StateStore;
  readonly #resume: ResumeService;
  readonly #clock: () => number;

  constructor(options: { runHost: RunHost; resume: ResumeService; clock: () => number }) {
    this.#runHost = options.runHost;
    this.#store = options.runHost.store;
    this.#resume = options.resume;
    this.#clock = options.clock;
  }

  /**
   * Records a decision (approve, deny or a requested change) and resumes the run when no other request of it is open.
   */
  async decide(approvalId: string, request: Decision, identity: Identity): Promise<DecisionResult> {
    const approval = await this.find(approvalId);
    const token = await this.submit(approval, request, identity);
    return this.#result(approval, await this.#resume.afterDecision(approval.run_id, token));
  }

  /** Records a decision without resuming the run. Returns the resume token. */
  async submit(approval: HumanApprovalRequest, request: Decision, identity: Identity): Promise<string> {
    const { decision, comment, edited_arguments: editedArgs, grant } = request;
    this.check(approval, { kind: 'decision', request });
    const details = {
      by: approverOf(identity),
      displayed: decision === 'approve' ? request.displayed : undefined,
      comment: decision === 'send_back' ? `Change this and try again: ${comment}` : comment,
      editedArgs,
      valuesOnce: request.values_once,
      grant: grant && { scope: grant.scope, ttlSec: grant.ttl_sec, maxUses: grant.max_uses },
    };
    const { token } = await this.#orConflict(approval.approval_id, () =>
      this.#runHost
        .runner()
        .submitApproval(approval.approval_id, decision === 'approve' ? 'approve' : 'deny', details),
    );
    return token;
  }

  /** Rejects a decision that does not fit the request. The engine makes further checks when it receives the decision. */
  check(
    approval: HumanApprovalRequest,
    answer: { kind: 'decision'; request: Decision } | { kind: 'outcome'; request: OutcomeAnswer },
  ): void {
    if (answer.kind === 'outcome') {
      this.#mustBeOpen(approval, answer.request.action_digest, 'outcome');
      if (answer.request.decision === 'retry') mustConfirm(approval, answer.request.confirm_tool);
      return;
    }
    const { decision, action_digest, comment, edited_arguments, grant } = answer.request;
    this.#mustBeOpen(approval, action_digest, 'call');
    if (decision === 'send_back' && !comment?.trim())
      throw new ConsoleError(
        'ReasonNeeded',
        'The comment is missing. Describe what the agent has to change.',
      );
    if (decision === 'approve') checkApproval(approval, answer.request, this.#clock());
    else if (edited_arguments !== undefined || grant !== undefined)
      throw new ConsoleError('InvalidRequest', 'Only an approval can contain edited arguments or a grant.');
  }

  /** Describes a stored decision whose run continues later: the sweeper resumes it. */
  continueAfter(approval: HumanApprovalRequest): Promise<DecisionResult> {
    return this.#result(approval, 'waiting');
  }

  /** Returns the complete values to a person who may decide, and records that they were read. */
  async read(approvalId: string, identity: Identity) {
    const { approval_id } = await this.find(approvalId);
    const reading = await this.#runHost.runner().readApproval(approval_id, { by: approverOf(identity) });
    return viewReading(reading);
  }

  /** Records the statement of a person about a call whose outcome is unknown. */
  async resolveOutcome(
    approvalId: string,
    request: OutcomeAnswer,
    identity: Identity,
  ): Promise<DecisionResult> {
    const approval = await this.find(approvalId);
    const { decision, comment, result } = request;
    this.check(approval, { kind: 'outcome', request });
    const { token } = await this.#orConflict(approvalId, () =>
      this.#runHost
        .runner()
        .resolveOutcome(approvalId, decision, { by: approverOf(identity), comment, result }),
    );
    const isEnd = decision === 'abort';
    return this.#result(approval, await this.#resume.afterDecision(approval.run_id, token, isEnd));
  }

  /** Extends the expiry of a request, counted from now. The call and its digest stay unchanged. */
  async extend(approvalId: string, ttlSec: number | undefined, identity: Identity): Promise<ApprovalSummary> {
    this.#mustBePending(await this.find(approvalId));
    const options = { by: approverOf(identity), ...(ttlSec === undefined ? {} : { ttlSec }) };
    const extended = await this.#orConflict(approvalId, () =>
      this.#runHost.runner().extendApproval(approvalId, options),
    );
    return summarizeApproval(extended, this.#clock());
  }

  /** Returns the approval request. Throws NotFound when it does not exist. */
  async find(approvalId: string): Promise<HumanApprovalRequest> {
    const approval = await this.#store.getApproval(approvalId);
    if (approval) return approval;
    throw new ConsoleError('NotFound', 'There is no such approval request.');
  }

  async #result(before: HumanApprovalRequest, resume: Resumption): Promise<DecisionResult> {
    const [approval, waiting, run] = await Promise.all([
      this.find(before.approval_id),
      this.#resume.waitingIn(before.run_id),
      this.#store.getRun(before.run_id),
    ]);
    return {
      approval: summarizeApproval(approval, this.#clock()),
      resume,
      waiting_in_run: waiting,
      application: run?.application ?? '',
    };
  }

  #mustBePending(approval: HumanApprovalRequest): void {
    const status = statusAt(approval, this.#clock());
    if (status === 'expired') {
      throw new ConsoleError(
        'Expired',
        'The approval request expired without a decision. The call was not run.',
        { expires_at: approval.expires_at },
      );
    }
    if (status !== 'pending') throw alreadyDecided(approval);
  }

  #mustBeOpen(approval: HumanApprovalRequest, digest: string, kind: HumanApprovalRequest['kind']): void {
    this.#mustBePending(approval);
    if (approval.kind !== kind) {
      throw new ConsoleError(
        'InvalidRequest',
        kind === 'call'
          ? 'This request is about the outcome of a call. Use the outcome endpoint.'
          : 'This request is about a call that has not run. Approve or deny it.',
      );
    }
    if (approval.action_digest !== digest) {
      throw new ConsoleError(
        'DigestMismatch',
        'The digest does not match the current call. Read the approval request again.',
      );
    }
  }

  /** When two people decide at the same time, the second one gets a conflict with the first decision. */
  async #orConflict<Result>(approvalId: string, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-APPROVAL-INVALID') throw error;
      const approval = await this.find(approvalId);
      if (approval.status !== 'pending') throw alreadyDecided(approval);
      throw new ConsoleError('InvalidRequest', error.message, {}, { cause: error });
    }
  }
}

function approverOf({ id, via }: Identity): { id: string; assurance: string } {
  return { id, assurance: via };
}

function checkApproval(approval: HumanApprovalRequest, request: Decision, now: number): void {
  const { can_edit: canEdit, can_grant: scopes } = summarizeApproval(approval, now);
  const { edited_arguments: edited, grant } = request;
  if (edited === undefined) mustBeDisplayed(approval, request.displayed);
  mustConfirm(approval, request.confirm_tool);
  if (edited !== undefined && !canEdit)
    throw new ConsoleError('NotEditable', 'The arguments of this kind of call cannot be edited.');
  const masked = maskedPaths(edited);
  if (masked.length > 0) {
    throw new ConsoleError(
      'MaskedValue',
      'The edited arguments contain masked values. Replace them with complete values, or do not edit the arguments.',
      { paths: masked },
    );
  }
  if (grant !== undefined && edited !== undefined) {
    throw new ConsoleError(
      'NotGrantable',
      'A grant covers the values that were displayed. Approve edited arguments without a grant.',
    );
  }
  if (grant !== undefined && !scopes.includes(grant.scope))
    throw new ConsoleError(
      'NotGrantable',
      'This call needs an approval each time. Approve it without a grant.',
    );
}

function mustBeDisplayed({ display, prompt }: HumanApprovalRequest, displayed: string | undefined): void {
  if (display === 'blocked') {
    throw new ConsoleError(
      'NotDisplayable',
      'This call cannot be displayed accurately. Deny it or edit its arguments.',
      { prompt },
    );
  }
  if (display === 'complete' || displayed !== undefined) return;
  throw new ConsoleError(
    'DisplayNeeded',
    'Some values are masked or shortened. Read the complete values before you approve.',
  );
}

function mustConfirm({ risk_level: risk, tool_id }: HumanApprovalRequest, typed: string | undefined): void {
  if (risk < 5 || typed === tool_id) return;
  throw new ConsoleError(
    'ConfirmationNeeded',
    'The risk of this call is 5. Type the name of the tool to approve it.',
    { tool_id },
  );
}

function alreadyDecided(approval: HumanApprovalRequest): ConsoleError {
  const { status, decided_by, decided_at } = approval;
  return new ConsoleError('AlreadyDecided', 'This approval request is already decided.', {
    decided: status,
    decided_by: decided_by ?? null,
    decided_at: decided_at ?? null,
  });
}
