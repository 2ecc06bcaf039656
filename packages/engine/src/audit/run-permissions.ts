import { START_PERMISSIONS, type ExecutionLog } from '../wire/execution-log.ts';
import { textOf } from '../wire/json-value.ts';
import type { PermissionFault } from './permission-finding.ts';

/** The fault of one record and its subject, `fits`, or `unknown` when the log is incomplete. */
export type Verdict = { readonly fault: PermissionFault; readonly subject: string } | 'fits' | 'unknown';

interface Approval {
  status: 'requested' | 'approved' | 'closed' | 'used' | 'started';
  readonly key: string;
  editedDigest: string;
  /** How much of the call the prompt displayed; empty when the log does not contain it. */
  readonly display?: string | undefined;
}

interface Grant {
  usesLeft: number;
  isOver: boolean;
  readonly expiresAt: number;
}

/** The tolerated difference between the clocks of a separate log and the store. */
const TOLERATED_MS = 60_000;

/**
 * The permissions of one run, up to the record that was read last. `isPartial` means that the log does not contain the
 * whole run: it begins in an archive, or under a version that did not record permissions. Then missing records yield
 * `unknown`, and only contradictions are faults.
 */
export class RunPermissions {
  readonly isPartial: boolean;
  /** Records of reads were dropped while the store was unavailable, according to an `audit.gap`. */
  lostReads = false;
  /** The gate's latest decision about each call that has not started, by the current owner. */
  readonly decisions = new Map<string, { attempt: number; digest: unknown; decision: string }>();
  readonly approvals = new Map<string, Approval>();
  readonly grants = new Map<string, Grant>();
  /** Uses of grants without a start so far, by call. */
  readonly granted = new Map<string, string>();
  /** Repeatable calls that have started and not ended, with the digest of their arguments. */
  readonly interrupted = new Map<string, { attempt: number; digest: unknown }>();
  /** Readings of complete values: request, reader and proof. */
  readonly readings = new Set<string>();
  /** Calls whose outcome is unknown after a crash. */
  readonly unknown = new Set<string>();

  constructor(isPartial: boolean) {
    this.isPartial = isPartial;
  }

  /** Accepts any digest of earlier records, because digests change when the secret is rotated. */
  forgetDigests(): void {
    for (const [key, { attempt }] of this.interrupted) this.interrupted.set(key, { attempt, digest: ANY });
  }

  read(record: ExecutionLog): Verdict {
    return READ[record.event](this, record) ?? 'fits';
  }

  missing(fault: PermissionFault, subject: string): Verdict {
    return this.isPartial ? 'unknown' : { fault, subject };
  }
}

/** Reads one record. Without a verdict, the record fits. */
type Read = (run: RunPermissions, record: ExecutionLog) => Verdict | undefined;

const ignore: Read = () => undefined;

const readOwnerChange: Read = (run) => {
  // Another process owns the run now and decides about each call again.
  run.decisions.clear();
  run.granted.clear();
  return undefined;
};

const readClosed: Read = ({ approvals }, record) => {
  approvals.set(approvalOf(record), { status: 'closed', key: record.tool_call_id, editedDigest: '' });
  return undefined;
};

const readGrantEnd: Read = ({ grants }, { data }) => {
  const grant = grants.get(textOf(data['grant_id']));
  if (grant) grant.isOver = true;
  return undefined;
};

const readPermit: Read = ({ granted }, { tool_call_id: key, attempt, data }) => {
  granted.set(`${attempt} ${key}`, textOf(data['permission_id']));
  return undefined;
};

const READ: Readonly<Record<ExecutionLog['event'], Read>> = {
  'gate.decision': ({ decisions }, { tool_call_id, attempt, decision, data }) => {
    // A changed decision about a waiting call replaces the earlier one.
    const key = textOf(data['call_key']) || tool_call_id;
    if (decision === 'deny') decisions.delete(key);
    else decisions.set(key, { attempt, digest: data['args_digest'], decision });
    return undefined;
  },
  'run.resumed': readOwnerChange,
  'run.recovered': readOwnerChange,
  'approval.requested': readRequest,
  'approval.viewed': ({ readings }, record) => {
    readings.add(readingOf(approvalOf(record), record.data));
    return undefined;
  },
  'approval.approved': readApproval,
  'approval.denied': readClosed,
  'approval.expired': readClosed,
  'approval.cancelled': readClosed,
  'approval.used': readUse,
  'grant.given': ({ grants }, { data }) => {
    const expiresAt = Date.parse(textOf(data['expires_at']));
    grants.set(textOf(data['grant_id']), { usesLeft: Number(data['uses']), isOver: false, expiresAt });
    return undefined;
  },
  'grant.expired': readGrantEnd,
  'grant.revoked': readGrantEnd,
  'grant.used': readGrantUse,
  'tool.start': readStart,
  'tool.result': ({ interrupted }, { tool_call_id: key, attempt }) => {
    // A previous owner may still record the result of its own attempt.
    if (interrupted.get(key)?.attempt === attempt) interrupted.delete(key);
    return undefined;
  },
  'tool.unknown': ({ unknown }, { tool_call_id: key }) => {
    unknown.add(key);
    return undefined;
  },
  'approval.assigned': ignore,
  'approval.commented': ignore,
  'approval.extended': ignore,
  'context.viewed': ignore,
  'approval.reissued': ignore,
  'audit.checkpoint': ignore,
  'audit.gap': ignore,
  'audit.version': ignore,
  'key.rotated': ignore,
  'permission.confirmed': ignore,
  'permission.revoked': ignore,
  'permission.used': readPermit,
  'review.allowed': readPermit,
  'plan.made': ignore,
  'policy.changed': ignore,
  'run.adopted': ignore,
  'run.denied': ignore,
  'run.failed': ignore,
  'run.finished': ignore,
  'run.started': ignore,
  'run.suspended': ignore,
  'stop.lifted': ignore,
  'stop.set': ignore,
  'store.restored': ignore,
  'token.refused': ignore,
};

/** The migration from version 0.1 issues requests again. An unused decision is then no longer valid. */
function readRequest({ approvals }: RunPermissions, record: ExecutionLog): undefined {
  const { display, reissued } = record.data;
  const id = approvalOf(record);
  const known = approvals.get(id);
  const key = record.tool_call_id;
  if (!known) approvals.set(id, { status: 'requested', key, editedDigest: '', display: textOf(display) });
  else if (reissued === true && known.status !== 'used' && known.status !== 'started')
    known.status = 'requested';
}

function readApproval(run: RunPermissions, record: ExecutionLog): Verdict {
  const { tool_call_id: key, data } = record;
  if (data['reissued'] === true) return 'fits';
  const id = approvalOf(record);
  const known = run.approvals.get(id);
  if (known && known.status !== 'requested') return { fault: 'approval-decided-twice', subject: id };
  const isRequested = known !== undefined || run.unknown.has(key);
  run.approvals.set(id, { status: 'approved', key, editedDigest: '' });
  if (!isRequested) return run.missing('approval-without-request', id);
  if (wasDisplayed(run, id, known?.display ?? '', data)) return 'fits';
  return run.missing('approval-not-displayed', id);
}

/** Edited arguments need no display, because the approver wrote them. */
function wasDisplayed(
  { readings }: RunPermissions,
  id: string,
  display: string,
  data: ExecutionLog['data'],
): boolean {
  if (data['edited'] === true || (display !== 'partial' && display !== 'blocked')) return true;
  return display === 'partial' && readings.has(readingOf(id, data));
}

function readUse(run: RunPermissions, record: ExecutionLog): Verdict {
  const id = approvalOf(record);
  const editedDigest = textOf(record.data['edited_args_digest']);
  const approval = run.approvals.get(id);
  if (!approval) {
    run.approvals.set(id, { status: 'used', key: '', editedDigest });
    return run.missing('approval-not-given', id);
  }
  const { status } = approval;
  approval.status = 'used';
  approval.editedDigest = editedDigest;
  if (status === 'approved') return 'fits';
  if (status === 'requested') return run.missing('approval-not-given', id);
  return { fault: status === 'closed' ? 'approval-not-given' : 'approval-used-twice', subject: id };
}

function readGrantUse(run: RunPermissions, record: ExecutionLog): Verdict {
  const { tool_call_id: key, attempt, timestamp, data } = record;
  const id = textOf(data['grant_id']);
  run.granted.set(`${attempt} ${key}`, id);
  const grant = run.grants.get(id);
  if (!grant) return run.missing('grant-not-given', id);
  if (grant.isOver || Date.parse(timestamp) > grant.expiresAt + TOLERATED_MS)
    return { fault: 'grant-over', subject: id };
  grant.usesLeft -= 1;
  return grant.usesLeft < 0 ? { fault: 'grant-used-too-often', subject: id } : 'fits';
}

function readStart(run: RunPermissions, record: ExecutionLog): Verdict {
  const { tool_call_id: key, attempt, data } = record;
  const tool = textOf(data['tool']);
  const { args_digest: digest, edited_args_digest: edited, effect } = data;
  const decided = takeDecision(run, key, attempt, digest);
  const editedDecided =
    edited === undefined ? undefined : takeDecision(run, `${key}:edited`, attempt, edited);
  const permission = START_PERMISSIONS.find((each) => each === data['permission']);
  const isPermitted = permission && PERMITTED[permission](run, record, decided?.decision ?? '');
  if (effect !== 'destructive') run.interrupted.set(key, { attempt, digest });
  if (isPermitted === undefined || isPermitted === false)
    return run.missing('start-without-permission', tool);
  if (isPermitted !== true) return isPermitted;
  if (decided && (edited === undefined || editedDecided)) return 'fits';
  if (run.lostReads && effect === 'read') return 'unknown';
  return run.missing('start-without-decision', tool);
}

function takeDecision({ decisions }: RunPermissions, key: string, attempt: number, digest: unknown) {
  const decision = decisions.get(key);
  if (decision?.attempt !== attempt || decision.digest !== digest) return undefined;
  decisions.delete(key);
  return decision;
}

/** Returns whether the log contains the permission that a start names, or the verdict if that is not the question. */
type Permitted = (run: RunPermissions, record: ExecutionLog, decision: string) => boolean | Verdict;

const byApproval: Permitted = ({ approvals }, { tool_call_id: key, data }) => {
  const approval = approvals.get(textOf(data['permission_id']));
  // The decision precedes this log.
  if (approval?.status === 'used' && approval.key === '') return 'unknown';
  const isEdited = textOf(data['edited_args_digest']) === approval?.editedDigest;
  if (approval?.status !== 'used' || approval.key !== key || !isEdited) return false;
  approval.status = 'started';
  return true;
};

const byGrant: Permitted = ({ granted }, { tool_call_id: key, attempt, data }) =>
  granted.get(`${attempt} ${key}`) === textOf(data['permission_id']) && granted.delete(`${attempt} ${key}`);

const PERMITTED: Readonly<Record<(typeof START_PERMISSIONS)[number], Permitted>> = {
  // Without a decision, the caller reports what is missing.
  gate: (_run, { data }, decision) =>
    decision === 'needs_human' ? { fault: 'start-not-allowed', subject: textOf(data['tool']) } : true,
  approval: byApproval,
  outcome: byApproval,
  continued: ({ approvals }, { tool_call_id: key, data }) => {
    const approval = approvals.get(textOf(data['permission_id']));
    return approval?.status === 'started' && approval.key === key;
  },
  grant: byGrant,
  standing: byGrant,
  review: byGrant,
  replay: (run, { tool_call_id: key, data }) =>
    isSame(run.interrupted.get(key)?.digest, data['args_digest']) ||
    run.missing('replay-without-start', textOf(data['tool'])),
};

const ANY = Symbol('any digest');

const isSame = (one: unknown, other: unknown) => one === ANY || (typeof one === 'string' && one === other);
const approvalOf = ({ data }: ExecutionLog) => textOf(data['approval_id']);
const readingOf = (id: string, { by, display_digest: digest }: ExecutionLog['data']) =>
  JSON.stringify([id, by, digest]);
