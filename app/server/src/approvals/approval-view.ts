import {
  approvalEditOf,
  type ApprovalEdit,
  type ApprovalReading,
  type DisplayNote,
  type HumanApprovalRequest,
} from 'sekisho';
import { parseObject } from './parse-object.ts';

/** An approval request in the lists of the console. */
export type ApprovalSummary = ReturnType<typeof summarizeApproval>;

const NOT_EDITABLE: ReadonlySet<string> = new Set(['computer', 'hosted', 'hosted_mcp', 'handoff']);
const MIN_GRAVE_RISK = 4;
const REASON_JA = '確認の理由: ';

/** Converts an approval request for display. A request after its expiry is shown as expired, also before the sweep. */
export function summarizeApproval(approval: HumanApprovalRequest, now: number) {
  const { risk_level: risk, kind, tool_kind, effect, destination, display } = approval;
  const edit = approvalEditOf(approval);
  const status = statusAt(approval, now);
  const isCall = kind === 'call';
  return {
    approval_id: approval.approval_id,
    run_id: approval.run_id,
    turn: approval.turn,
    kind,
    status,
    tool_id: approval.tool_id,
    tool_kind,
    agent_name: approval.agent_name,
    risk_level: risk,
    effect,
    reason: approval.reason,
    reason_ja: reasonInJapanese(approval),
    prompt: approval.prompt,
    prompt_ja: approval.prompt_ja,
    display: display ?? null,
    // After an edit, the destination is that of the edited arguments.
    destination: (edit === undefined ? destination : edit.destination) ?? null,
    edit: edit === undefined ? null : viewEdit(edit, destination),
    payment: effect === 'spend' ? readPayment(edit?.args_masked ?? approval.args_masked) : null,
    action_digest: approval.action_digest,
    created_at: approval.created_at,
    expires_at: approval.expires_at,
    decided_at: approval.decided_at ?? null,
    decided_by: approval.decided_by ?? null,
    comment: approval.comment ?? null,
    used_at: approval.used_at ?? null,
    can_edit: isCall && !NOT_EDITABLE.has(tool_kind),
    ...viewOffers(approval),
    can_batch: isCall && risk < MIN_GRAVE_RISK && display !== 'blocked',
    group: NO_GROUP,
  };
}

const NO_GROUP: { readonly key: string; readonly count: number } | null = null;

// A list names the amount of a payment. Long arguments are not sent with it.
function readPayment(text: string): Readonly<Record<string, number | string>> | null {
  const values = parseObject(text);
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number | string] =>
        typeof entry[1] === 'number' || (typeof entry[1] === 'string' && CURRENCY.test(entry[1])),
    ),
  );
}

const CURRENCY = /^[A-Z]{3}$/u;

function viewEdit({ args_masked, changed_paths }: ApprovalEdit, destination: string | undefined) {
  return {
    arguments_text: args_masked,
    changed_paths: [...changed_paths],
    destination_before: destination ?? null,
  };
}

/** The engine offers a grant only for calls that do not need an approval each time. */
function viewOffers({ kind, grant_offer, value_offer, destination, plan }: HumanApprovalRequest) {
  const offer = kind === 'call' ? grant_offer : undefined;
  const can_grant: ('run' | 'tool_and_destination')[] = offer ? ['run'] : [];
  if (offer && destination !== undefined) can_grant.push('tool_and_destination');
  return {
    can_grant,
    grant_covers: offer?.covers ?? null,
    grant_covers_ja: offer?.covers_ja ?? null,
    plan: plan ? { ...plan } : null,
    value_counts: value_offer?.counts ?? null,
    value_counts_ja: value_offer?.counts_ja ?? null,
  };
}

/** Returns the status of an approval request at a given time. */
export function statusAt({ status, expires_at }: HumanApprovalRequest, now: number) {
  return status === 'pending' && Date.parse(expires_at) <= now ? ('expired' as const) : status;
}

// The stored request contains the Japanese reason only as the end of the Japanese prompt.
function reasonInJapanese({ prompt_ja: prompt, reason }: HumanApprovalRequest): string {
  const at = prompt.lastIndexOf(REASON_JA);
  return at < 0 ? reason : prompt.slice(at + REASON_JA.length);
}

/** Converts the complete values of a request for the console. */
export function viewReading({ approval, edited, warnings, problems, ...reading }: ApprovalReading) {
  return {
    approval_id: approval.approval_id,
    action_digest: approval.action_digest,
    agent_name: reading.agent_name,
    tool_id: reading.tool_id,
    server_id: reading.server_id ?? null,
    arguments: reading.arguments,
    arguments_text: reading.arguments_text,
    edited: edited === undefined ? null : { ...edited, changed_paths: [...edited.changed_paths] },
    warnings: warnings.map(viewNote),
    problems: problems.map(viewNote),
    display_digest: reading.display_digest,
  };
}

const viewNote = ({ code, path, message, message_ja }: DisplayNote) => ({ code, path, message, message_ja });
