import { SekishoError, type HumanApprovalRequest, type StateStore } from 'sekisho';
import { viewReading } from './reading-view.ts';
import { summarizeApproval, statusAt, type ApprovalSummary } from './approval-view.ts';
import { ConsoleError } from './console-error.ts';
import type { Engine } from './engine.ts';
import type { Identity } from './identity.ts';
import { maskedPaths } from './masked-paths.ts';
import type { Resumption, ResumeService } from './resume-service.ts';

/** What a person answers to one question. */
export type Decision = {
  readonly decision: 'approve' | 'deny' | 'send_back';
  readonly action_digest: string;
  /** The digest of a reading of the complete values by the same person. */
  readonly displayed?: string | undefined;
  readonly comment?: string | undefined;
  readonly edited_arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly grant?:
    | { scope: 'run' | 'tool_and_destination'; ttl_sec?: number | undefined; max_uses?: number | undefined }
    | undefined;
  readonly confirm_tool?: string | undefined;
};

/** What a person says about a call whose outcome a crash hid. */
export type OutcomeAnswer = {
  readonly decision: 'done' | 'retry' | 'abort';
  readonly action_digest: string;
  readonly comment?: string | undefined;
  readonly result?: unknown;
  readonly confirm_tool?: string | undefined;
};

/** A decision that was recorded, and what the run does now. */
export type DecisionResult = {
  approval: ApprovalSummary;
  resume: Resumption;
  waiting_in_run: number;
  /** The application that the run continues in. */
  application: string;
};

/** Takes the decisions of people: one action each, seen on the screen, by somebody who is known. */
export class ApprovalService {
  readonly #engine: Engine;
  readonly #store: StateStore;
  readonly #resume: ResumeService;
  readonly #clock: () => number;

  constructor(options: { engine: Engine; resume: ResumeService; clock: () => number }) {
    this.#engine = options.engine;
    this.#store = options.engine.store;
    this.#resume = options.resume;
    this.#clock = options.clock;
  }

  /** A yes, a no or a wish to one call; the run goes on when nothing else of it is open. */
  async decide(approvalId: string, request: Decision, identity: Identity): Promise<DecisionResult> {
    const approval = await this.find(approvalId);
    const token = await this.submit(approval, request, identity);
    return this.#result(approval, await this.#resume.afterDecision(approval.run_id, token));
  }

  /** Records a decision without continuing the run; gives the token that does. */
  async submit(approval: HumanApprovalRequest, request: Decision, identity: Identity): Promise<string> {
    const { decision, comment, edited_arguments: editedArgs, grant } = request;
    this.#mustBeOpen(approval, request.action_digest, 'call');
    if (decision === 'send_back' && !comment?.trim())
      throw new ConsoleError('ReasonNeeded', 'Say what the agent is to do differently.');
    if (decision === 'approve') checkApproval(approval, request, this.#clock());
    else if (editedArgs !== undefined || grant !== undefined)
      throw new ConsoleError('InvalidRequest', 'Only an approval can edit arguments or give a grant.');
    const details = {
      by: approverOf(identity),
      displayed: decision === 'approve' ? request.displayed : undefined,
      comment: decision === 'send_back' ? `Change this and try again: ${comment}` : comment,
      editedArgs,
      grant: grant && { scope: grant.scope, ttlSec: grant.ttl_sec, maxUses: grant.max_uses },
    };
    const { token } = await this.#orConflict(approval.approval_id, () =>
      this.#engine
        .runner()
        .submitApproval(approval.approval_id, decision === 'approve' ? 'approve' : 'deny', details),
    );
    return token;
  }

  /** The complete values for somebody who may decide; the reading is recorded. */
  async read(approvalId: string, identity: Identity) {
    const { approval_id } = await this.find(approvalId);
    const reading = await this.#engine.runner().readApproval(approval_id, { by: approverOf(identity) });
    return viewReading(reading);
  }

  /** A person's word on a call whose outcome a crash hid. */
  async resolveOutcome(
    approvalId: string,
    request: OutcomeAnswer,
    identity: Identity,
  ): Promise<DecisionResult> {
    const approval = await this.find(approvalId);
    const { decision, comment, result } = request;
    this.#mustBeOpen(approval, request.action_digest, 'outcome');
    if (decision === 'retry') mustConfirm(approval, request.confirm_tool);
    const { token } = await this.#orConflict(approvalId, () =>
      this.#engine
        .runner()
        .resolveOutcome(approvalId, decision, { by: approverOf(identity), comment, result }),
    );
    const isEnd = decision === 'abort';
    return this.#result(approval, await this.#resume.afterDecision(approval.run_id, token, isEnd));
  }

  /** Gives people more time to answer, counted from now; the call and its digest stay as they are. */
  async extend(approvalId: string, ttlSec: number | undefined, identity: Identity): Promise<ApprovalSummary> {
    this.#mustBePending(await this.find(approvalId));
    const options = { by: approverOf(identity), ...(ttlSec === undefined ? {} : { ttlSec }) };
    const extended = await this.#orConflict(approvalId, () =>
      this.#engine.runner().extendApproval(approvalId, options),
    );
    return summarizeApproval(extended, this.#clock());
  }

  /** The approval, or NotFound. */
  async find(approvalId: string): Promise<HumanApprovalRequest> {
    const approval = await this.#store.getApproval(approvalId);
    if (approval) return approval;
    throw new ConsoleError('NotFound', 'There is no such approval.');
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
      throw new ConsoleError('Expired', 'Nobody answered in time; the call was not run.', {
        expires_at: approval.expires_at,
      });
    }
    if (status !== 'pending') throw alreadyDecided(approval);
  }

  #mustBeOpen(approval: HumanApprovalRequest, digest: string, kind: HumanApprovalRequest['kind']): void {
    this.#mustBePending(approval);
    if (approval.kind !== kind) {
      throw new ConsoleError(
        'InvalidRequest',
        kind === 'call' ? 'This asks what became of a call.' : 'This asks about a call that has not run.',
      );
    }
    if (approval.action_digest !== digest) {
      throw new ConsoleError(
        'DigestMismatch',
        'The action is not the one that was on the screen. Look at it again.',
      );
    }
  }

  /** Of two people who decide at once, the second is told who was first. */
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

/** The identity of whoever signed in, as the records keep it. */
function approverOf({ id, via }: Identity): { id: string; assurance: string } {
  return { id, assurance: via };
}

function checkApproval(approval: HumanApprovalRequest, request: Decision, now: number): void {
  const { can_edit: canEdit, can_grant: scopes } = summarizeApproval(approval, now);
  const { edited_arguments: edited, grant } = request;
  if (edited === undefined) mustBeDisplayed(approval, request.displayed);
  mustConfirm(approval, request.confirm_tool);
  if (edited !== undefined && !canEdit)
    throw new ConsoleError('NotEditable', 'The arguments of this kind of call cannot be changed.');
  const masked = maskedPaths(edited);
  if (masked.length > 0) {
    throw new ConsoleError(
      'MaskedValue',
      'Write the masked values out, or leave the arguments as they are.',
      {
        paths: masked,
      },
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
      'This call has to be asked about each time. Approve it without a grant.',
    );
}

function mustBeDisplayed({ display, prompt }: HumanApprovalRequest, displayed: string | undefined): void {
  if (display === 'blocked') {
    throw new ConsoleError(
      'NotDisplayable',
      'This call cannot be displayed faithfully. Deny it or edit it.',
      {
        prompt,
      },
    );
  }
  if (display === 'complete' || displayed !== undefined) return;
  throw new ConsoleError(
    'DisplayNeeded',
    'Values are masked or shortened. Read the complete values before you approve.',
  );
}

function mustConfirm({ risk_level: risk, tool_id }: HumanApprovalRequest, typed: string | undefined): void {
  if (risk < 5 || typed === tool_id) return;
  throw new ConsoleError('ConfirmationNeeded', 'Type the name of the tool to approve a call of risk 5.', {
    tool_id,
  });
}

function alreadyDecided(approval: HumanApprovalRequest): ConsoleError {
  const { status, decided_by, decided_at } = approval;
  return new ConsoleError('AlreadyDecided', 'This was decided already.', {
    decided: status,
    decided_by: decided_by ?? null,
    decided_at: decided_at ?? null,
  });
}
