import { auditRecord } from '../audit/audit-record.ts';
import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { GrantRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { grantFor, type GrantRequest } from './grant-for.ts';

/** What a person may say besides yes or no. */
export interface DecisionDetails {
  /** Why; on a no it reaches the model. */
  readonly comment?: string | undefined;
  /** Who decided, from the caller's authentication layer. */
  readonly by?: Approver | undefined;
  /** Other arguments than the model's; they pass the gate again. */
  readonly editedArgs?: Readonly<Record<string, unknown>> | undefined;
  /** Do not ask again for the same tool, within limits. */
  readonly grant?: GrantRequest | undefined;
}

/** A person's yes or no to one call of a run. */
export interface CallDecision {
  readonly runId: string;
  readonly approvalId: string;
  readonly decision: 'approve' | 'deny';
  readonly details: DecisionDetails;
}

/** How a question is closed, and what follows from it. */
export interface Answer {
  readonly to: 'approved' | 'denied' | 'expired';
  readonly comment?: string | undefined;
  readonly by?: Approver | undefined;
  readonly editedArgs?: string | undefined;
  readonly grantScope?: string | undefined;
  /** To be stored with the answer. */
  readonly writes: readonly StoreWrite[];
}

/** A person's yes or no to a call, checked. */
export function answerToCall(
  approval: HumanApprovalRequest,
  decision: 'approve' | 'deny',
  details: DecisionDetails,
  now: number,
): Answer {
  if (approval.kind === 'outcome') {
    throw invalid(
      `${approval.approval_id} asks what became of a call. Answer it with resolveOutcome(): done, retry or abort.`,
    );
  }
  check(decision, details);
  const { comment, by } = details;
  const grant = details.grant && decision === 'approve' ? grantFor(approval, details.grant, now) : undefined;
  return {
    to: decision === 'approve' ? 'approved' : 'denied',
    comment,
    by,
    editedArgs: editedText(approval, details.editedArgs),
    grantScope: grant?.scope,
    writes: grant ? [{ kind: 'grant.give', grant }, givenRecord(approval, grant, by)] : [],
  };
}

/** The audit record of a grant: what it is for, and how often and how long it may be used. */
function givenRecord(
  { run_id, call_key, turn, approval_id }: HumanApprovalRequest,
  { grant_id, tool_id, scope, uses_left, expires_at }: GrantRecord,
  by: Approver | undefined,
): StoreWrite {
  const record = auditRecord(
    { run_id, tool_call_id: call_key, event: 'grant.given', attempt: Number(turn), decision: 'approved' },
    { approval_id, by: by?.id ?? '', expires_at, grant_id, scope, tool: tool_id, uses: uses_left },
  );
  return { kind: 'log.append', record };
}

/** What the store has to write for an answer; the first of it fails if somebody else was faster. */
export function answerWrites(approval: HumanApprovalRequest, answer: Answer): StoreWrite[] {
  const { approval_id, run_id, turn, call_key, kind, action_digest } = approval;
  const { to, by, comment, editedArgs, grantScope, writes } = answer;
  const record = auditRecord(
    {
      run_id,
      tool_call_id: call_key,
      event: `approval.${to}`,
      // One call can be lost to several crashes; the epoch at the end of the digest tells the questions apart.
      attempt: Number(kind === 'outcome' ? action_digest.split(':').at(-1) : turn),
      decision: to,
    },
    {
      approval_id,
      by: by?.id ?? '',
      assurance: by?.assurance ?? '',
      comment: comment ?? '',
      edited: editedArgs !== undefined,
      grant: grantScope ?? '',
    },
  );
  return [
    { kind: 'approval.decide', approval_id, to, by: by ?? null, comment, edited_args: editedArgs },
    ...writes,
    { kind: 'log.append', record },
  ];
}

/** An answer, or a wish about a question, that cannot be taken. */
export const invalid = (why: string) => new SekishoError('AGENTS-E-APPROVAL-INVALID', `Approval ${why}`);

function check(decision: unknown, { comment, editedArgs, grant }: DecisionDetails): void {
  if (decision !== 'approve' && decision !== 'deny') throw invalid('needs the decision "approve" or "deny".');
  if (comment !== undefined && typeof comment !== 'string') throw invalid('comments are texts.');
  if ((comment?.length ?? 0) > 2000) throw invalid('comments have at most 2000 characters.');
  if (editedArgs !== undefined && decision === 'deny')
    throw invalid('with edited arguments must be an approval.');
  // A grant covers the values that were displayed, and those are the ones that the person has just replaced.
  if (editedArgs !== undefined && grant !== undefined)
    throw invalid(
      'with edited arguments cannot carry a grant, because a grant covers the values that were displayed. Approve the edit alone.',
    );
}

/** What executes these calls reads the model's own words, so nobody can change them on the way. */
const NOT_EDITABLE: ReadonlySet<string> = new Set(['computer', 'hosted', 'hosted_mcp', 'handoff']);

function editedText({ approval_id, tool_kind }: HumanApprovalRequest, args: unknown): string | undefined {
  if (args === undefined) return undefined;
  if (NOT_EDITABLE.has(tool_kind))
    throw invalid(
      `${approval_id} is for a call of the kind ${tool_kind}, whose arguments cannot be changed.`,
    );
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw invalid('edits are an object with the arguments of the call.');
  try {
    const text: unknown = JSON.stringify(args);
    // No text would mean no edit, and the model's own arguments would run.
    if (typeof text === 'string' && text.startsWith('{')) return text;
  } catch (cause) {
    throw new SekishoError('AGENTS-E-APPROVAL-INVALID', 'The edited arguments are not JSON.', { cause });
  }
  throw invalid('edits are an object with the arguments of the call.');
}
