import { auditRecord } from '../../audit/audit-record.ts';
import type { Keyring } from '../../config/keyring.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import type { GrantRecord } from '../../store/run-record.ts';
import type { StoreWrite } from '../../store/state-store.ts';
import type { Approver, HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { approvalError, invalid } from '../approval-error.ts';
import {
  extensionContent,
  grantContent,
  tokenContent,
  ttlOf,
  type Authority,
  type IssuedToken,
} from '../authority/authority.ts';
import { personFields, requireDisplayed } from '../requests/approval-reading.ts';
import type { SealedCall } from '../requests/sealed-call.ts';
import { editedText, editLog, sealEdit } from './edit.ts';
import { grantFor, type GrantRequest } from './grants.ts';

/** Optional details of a person's decision. */
export interface DecisionDetails {
  /** The reason. For a denial, the model receives it. */
  readonly comment?: string | undefined;
  /** The person who decided, from the caller's authentication layer. */
  readonly by?: Approver | undefined;
  /**
   * The `display_digest` of a reading by the same person. Required to approve a request whose `display` is `partial`,
   * never to deny.
   */
  readonly displayed?: string | undefined;
  /** Arguments that replace the model's. The gate evaluates them again. */
  readonly editedArgs?: Readonly<Record<string, unknown>> | undefined;
  /** The values of `value_offer` count only for this call, not as the user's for the rest of the run. */
  readonly valuesOnce?: boolean | undefined;
  /** Permits further calls of the same tool without an approval request, within limits. */
  readonly grant?: GrantRequest | undefined;
}

/** The decision of a person about one call of a run. */
export interface CallDecision {
  readonly runId: string;
  readonly approvalId: string;
  readonly decision: 'approve' | 'deny';
  readonly details: DecisionDetails;
}

/** Arguments that a person edited: the text for the row and the fields for the audit log. */
interface AnswerEdit {
  readonly row: string;
  readonly log: Readonly<Record<string, string>>;
}

/** The outcome of an approval request and the writes that follow from it. */
export interface Answer {
  readonly to: 'approved' | 'denied' | 'expired';
  readonly comment?: string | undefined;
  readonly by?: Approver | undefined;
  /** The proof that the complete values were displayed. */
  readonly displayed?: string | undefined;
  readonly edit?: AnswerEdit | undefined;
  readonly valuesOnce?: boolean | undefined;
  /** The recorded outcome of a call that a crash interrupted: done, retry or abort. */
  readonly outcome?: string | undefined;
  readonly grant?: { readonly row: GrantRecord; readonly ttl_ms: number } | undefined;
  /** Further writes that are stored in the same transaction. */
  readonly writes: readonly StoreWrite[];
}

/** The dependencies of the check of a decision. */
export interface AnswerContext {
  readonly now: number;
  readonly keyring: Keyring;
  /** Returns the destination of edited arguments. `names` are the arguments that contain it. */
  readonly destinationOf: (names: readonly string[], args: unknown) => string | undefined;
}

/** Validates the decision of a person about a call. */
export function answerToCall(
  approval: HumanApprovalRequest,
  decision: 'approve' | 'deny',
  details: DecisionDetails,
  context: AnswerContext,
): Answer {
  if (approval.kind === 'outcome') {
    throw invalid(
      `${approval.approval_id} is about the outcome of a call. Decide it with resolveOutcome(): done, retry or abort.`,
    );
  }
  check(decision, details);
  const { comment, by } = details;
  if (decision === 'deny') return { to: 'denied', comment, by, writes: [] };
  if (approval.named_approver && !isNamed(by)) {
    throw invalid(
      `${approval.approval_id} needs a named person: its policy profile sets named_approver. Pass "by" with the id of the person; decisions of the host program (onApproval, state.approve) do not count.`,
    );
  }
  const { keyring, now } = context;
  const after = details.editedArgs === undefined ? undefined : editedText(approval, details.editedArgs);
  const call = requireDisplayed(keyring, approval, details);
  const grant = details.grant ? grantFor(approval, details.grant, context) : undefined;
  return {
    to: 'approved',
    comment,
    by,
    displayed: details.displayed,
    edit: after === undefined ? undefined : editOf(approval, call, after, context),
    valuesOnce: details.valuesOnce,
    grant: grant && { row: grant, ttl_ms: Date.parse(grant.expires_at) - now },
    writes: [],
  };
}

/**
 * Returns the writes that store a decision. The first one fails if the request is already decided. The record contains
 * the MACs of the decision and of its token.
 */
export function answerWrites(
  approval: HumanApprovalRequest,
  answer: Answer,
  authority: Authority,
  token?: IssuedToken,
): StoreWrite[] {
  const { approval_id } = approval;
  const { to, by, comment, grant, writes } = answer;
  const edited_args = answer.edit?.row;
  const values_once = answer.valuesOnce ? (true as const) : undefined;
  return [
    { kind: 'approval.decide', approval_id, to, by: by ?? null, comment, edited_args, values_once },
    ...writes,
    { kind: 'log.append', record: decisionRecord(approval, answer, authority, token) },
    ...(grant ? grantWrites(approval, grant.row, grant.ttl_ms, by, authority) : []),
  ];
}

function decisionRecord(
  approval: HumanApprovalRequest,
  answer: Answer,
  authority: Authority,
  token: IssuedToken | undefined,
) {
  const { approval_id, run_id, action_digest } = approval;
  const { to, by, comment, edit, outcome } = answer;
  const values_once = answer.valuesOnce ? (true as const) : undefined;
  const mac = authority.decisionMac({
    run_id,
    approval_id,
    action_digest,
    to,
    by,
    comment,
    edited_args: edit?.row,
    outcome,
    values_once,
  });
  return auditRecord(
    {
      run_id,
      tool_call_id: approval.call_key,
      event: `approval.${to}`,
      attempt: attemptOf(approval),
      decision: to,
    },
    {
      approval_id,
      ...personFields(by),
      comment: comment ?? '',
      display_digest: answer.displayed ?? '',
      edited: edit !== undefined,
      ...edit?.log,
      grant: answer.grant?.row.scope ?? '',
      ...(approval.value_offer && to === 'approved' ? { values: values_once ? 'once' : 'run' } : {}),
      mac,
      ...(outcome === undefined ? {} : { outcome }),
      ...(token && issuedToken(approval, token, authority)),
    },
  );
}

function attemptOf({ kind, turn, action_digest, reissued }: HumanApprovalRequest): number {
  // Several crashes can interrupt one call. The epoch at the end of the digest distinguishes the requests.
  const attempt = Number(kind === 'outcome' ? action_digest.split(':').at(-1) : turn);
  // The log also contains the decision that was withdrawn.
  return reissued ? -1 - attempt : attempt;
}

/** Returns the fields of a record that describe the token issued with it. */
export function issuedToken(approval: HumanApprovalRequest, token: IssuedToken, authority: Authority) {
  const { token_hash, ttl_ms: token_ttl_ms } = token;
  return { token_hash, token_ttl_ms, token_mac: authority.mac(tokenContent(approval, token)) };
}

function grantWrites(
  { run_id, call_key, turn, approval_id }: HumanApprovalRequest,
  grant: GrantRecord,
  ttl_ms: number,
  by: Approver | undefined,
  authority: Authority,
): StoreWrite[] {
  const { grant_id, tool_id, scope, uses_left: uses, expires_at } = grant;
  const mac = authority.mac(grantContent(grant, uses, ttl_ms));
  const record = auditRecord(
    { run_id, tool_call_id: call_key, event: 'grant.given', attempt: Number(turn), decision: 'approved' },
    { approval_id, by: by?.id ?? '', expires_at, grant_id, mac, scope, tool: tool_id, ttl_ms, uses },
  );
  return [
    { kind: 'grant.give', grant },
    { kind: 'log.append', record },
  ];
}

const isNamed = (by: Approver | undefined) => by !== undefined && by.id !== '' && by.kind !== 'host';

function check(decision: unknown, { comment, editedArgs, grant, valuesOnce }: DecisionDetails): void {
  if (decision !== 'approve' && decision !== 'deny') throw invalid('needs the decision "approve" or "deny".');
  if (comment !== undefined && typeof comment !== 'string') throw invalid('comments must be strings.');
  if (valuesOnce !== undefined && typeof valuesOnce !== 'boolean')
    throw invalid('need valuesOnce to be true or false.');
  if ((comment?.length ?? 0) > 2000) throw invalid('comments must not exceed 2000 characters.');
  if (editedArgs !== undefined && decision === 'deny')
    throw invalid('with edited arguments must be an approval.');
  // A grant covers the displayed values, which the person has replaced here.
  if (editedArgs !== undefined && grant !== undefined)
    throw invalid(
      'with edited arguments cannot include a grant, because a grant covers the values that were displayed. Approve the edit alone.',
    );
}

function editOf(
  approval: HumanApprovalRequest,
  call: SealedCall,
  after: string,
  { keyring, destinationOf }: AnswerContext,
): AnswerEdit {
  const destination = destinationOf(call.destinations, JSON.parse(after));
  const row = sealEdit(keyring, approval, { before: call.args, after, destination });
  return { row, log: editLog(keyring, { ...approval, edited_args: row }, call.args) };
}

const MAX_SEC = 30 * 24 * 60 * 60;

/** Converts an extension from seconds to milliseconds. Throws when it is out of range. */
export function extensionMs(seconds: number): number {
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= MAX_SEC) return seconds * 1000;
  throw approvalError(
    `An extension must be a positive whole number of seconds, at most ${MAX_SEC} (30 days).`,
  );
}

/** Returns the request with the new deadline, and the writes that store it. */
export function extension(
  approval: HumanApprovalRequest,
  until: number,
  by: Approver | undefined,
  authority: Authority,
): { readonly extended: HumanApprovalRequest; readonly writes: readonly StoreWrite[] } {
  const { approval_id, run_id, call_key } = approval;
  const expires_at = new Date(until).toISOString();
  const ttl_ms = ttlOf({ ...approval, expires_at });
  const record = auditRecord(
    // The deadline distinguishes several extensions of one request.
    { run_id, tool_call_id: call_key, event: 'approval.extended', attempt: until, decision: 'pending' },
    {
      approval_id,
      by: by?.id ?? '',
      expires_at,
      ttl_ms,
      mac: authority.mac(extensionContent(approval, ttl_ms)),
    },
  );
  return {
    extended: { ...approval, expires_at },
    writes: [
      { kind: 'approval.extend', approval_id, expires_at },
      { kind: 'log.append', record },
    ],
  };
}

/** A `catch` handler for closing a request that another process may have decided at the same time. */
export function ignoreConflict(cause: unknown): undefined {
  // A row that does not verify is not changed, so that verifyExecutionLog() and doctor() report it.
  const passed = ['AGENTS-E-APPROVAL-INVALID', 'AGENTS-E-AUTHORITY'];
  if (cause instanceof SekishoError && passed.includes(cause.code)) return undefined;
  throw cause;
}
