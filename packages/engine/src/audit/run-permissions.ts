import type { ExecutionLog } from '../wire/execution-log.ts';
import { START_PERMISSIONS } from '../wire/start-permission.ts';
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
  readonly #decisions = new Map<string, { attempt: number; digest: unknown; decision: string }>();
  readonly #approvals = new Map<string, Approval>();
  readonly #grants = new Map<string, Grant>();
  /** Uses of grants without a start so far, by call. */
  readonly #granted = new Map<string, string>();
  /** Repeatable calls that have started and not ended, with the digest of their arguments. */
  readonly #interrupted = new Map<string, { attempt: number; digest: unknown }>();
  /** Readings of complete values: request, reader and proof. */
  readonly #readings = new Set<string>();
  /** Calls whose outcome is unknown after a crash. */
  readonly #unknown = new Set<string>();

  constructor(isPartial: boolean) {
    this.isPartial = isPartial;
  }

  /** Accepts any digest of earlier records, because digests change when the secret is rotated. */
  forgetDigests(): void {
    for (const [key, { attempt }] of this.#interrupted) this.#interrupted.set(key, { attempt, digest: ANY });
  }

  read(record: ExecutionLog): Verdict {
    const { event, tool_call_id: key, attempt, decision, data } = record;
    const id = textOf(data['approval_id']);
    switch (event) {
      case 'gate.decision':
        if (decision !== 'deny') this.#decisions.set(key, { attempt, digest: data['args_digest'], decision });
        return 'fits';
      case 'run.resumed':
      case 'run.recovered':
        // Another process owns the run now and decides about each call again.
        this.#decisions.clear();
        this.#granted.clear();
        return 'fits';
      case 'approval.requested':
        this.#request(id, key, data);
        return 'fits';
      case 'approval.viewed':
        this.#readings.add(readingOf(id, data));
        return 'fits';
      case 'approval.approved':
        return data['reissued'] === true ? 'fits' : this.#approve(id, key, data);
      case 'approval.denied':
      case 'approval.expired':
      case 'approval.cancelled':
        this.#approvals.set(id, { status: 'closed', key, editedDigest: '' });
        return 'fits';
      case 'approval.used':
        return this.#useApproval(id, textOf(data['edited_args_digest']));
      case 'grant.given':
        this.#grants.set(textOf(data['grant_id']), {
          usesLeft: Number(data['uses']),
          isOver: false,
          expiresAt: Date.parse(textOf(data['expires_at'])),
        });
        return 'fits';
      case 'grant.expired':
      case 'grant.revoked': {
        const grant = this.#grants.get(textOf(data['grant_id']));
        if (grant) grant.isOver = true;
        return 'fits';
      }
      case 'grant.used':
        return this.#useGrant(textOf(data['grant_id']), record);
      case 'tool.start':
        return this.#start(record);
      case 'tool.result':
        // A previous owner may still record the result of its own attempt.
        if (this.#interrupted.get(key)?.attempt === attempt) this.#interrupted.delete(key);
        return 'fits';
      case 'tool.unknown':
        this.#unknown.add(key);
        return 'fits';
      case 'approval.extended':
      case 'approval.reissued':
      case 'audit.checkpoint':
      case 'audit.gap':
      case 'audit.version':
      case 'key.rotated':
      case 'policy.changed':
      case 'run.adopted':
      case 'run.denied':
      case 'run.failed':
      case 'run.finished':
      case 'run.started':
      case 'run.suspended':
      case 'store.restored':
      case 'token.refused':
        return 'fits';
    }
    return event satisfies never;
  }

  /** The migration from version 0.1 issues requests again. An unused decision is then no longer valid. */
  #request(id: string, key: string, { display, reissued }: ExecutionLog['data']): void {
    const known = this.#approvals.get(id);
    if (!known)
      this.#approvals.set(id, { status: 'requested', key, editedDigest: '', display: textOf(display) });
    else if (reissued === true && known.status !== 'used' && known.status !== 'started')
      known.status = 'requested';
  }

  #approve(id: string, key: string, data: ExecutionLog['data']): Verdict {
    const known = this.#approvals.get(id);
    if (known && known.status !== 'requested') return { fault: 'approval-decided-twice', subject: id };
    const isRequested = known !== undefined || this.#unknown.has(key);
    this.#approvals.set(id, { status: 'approved', key, editedDigest: '' });
    if (!isRequested) return this.#missing('approval-without-request', id);
    if (this.#wasDisplayed(id, known?.display ?? '', data)) return 'fits';
    return this.#missing('approval-not-displayed', id);
  }

  /** Edited arguments need no display, because the approver wrote them. */
  #wasDisplayed(id: string, display: string, data: ExecutionLog['data']): boolean {
    if (data['edited'] === true || (display !== 'partial' && display !== 'blocked')) return true;
    return display === 'partial' && this.#readings.has(readingOf(id, data));
  }

  #useApproval(id: string, editedDigest: string): Verdict {
    const approval = this.#approvals.get(id);
    if (!approval) {
      this.#approvals.set(id, { status: 'used', key: '', editedDigest });
      return this.#missing('approval-not-given', id);
    }
    const { status } = approval;
    approval.status = 'used';
    approval.editedDigest = editedDigest;
    if (status === 'approved') return 'fits';
    if (status === 'requested') return this.#missing('approval-not-given', id);
    return { fault: status === 'closed' ? 'approval-not-given' : 'approval-used-twice', subject: id };
  }

  #useGrant(id: string, { tool_call_id: key, attempt, timestamp }: ExecutionLog): Verdict {
    this.#granted.set(`${attempt} ${key}`, id);
    const grant = this.#grants.get(id);
    if (!grant) return this.#missing('grant-not-given', id);
    if (grant.isOver || Date.parse(timestamp) > grant.expiresAt + TOLERATED_MS)
      return { fault: 'grant-over', subject: id };
    grant.usesLeft -= 1;
    return grant.usesLeft < 0 ? { fault: 'grant-used-too-often', subject: id } : 'fits';
  }

  #start(record: ExecutionLog): Verdict {
    const { tool_call_id: key, attempt, data } = record;
    const tool = textOf(data['tool']);
    const { args_digest: digest, edited_args_digest: edited, effect } = data;
    const decided = this.#takeDecision(key, attempt, digest);
    const editedDecided =
      edited === undefined ? undefined : this.#takeDecision(`${key}:edited`, attempt, edited);
    const verdict = this.#permissionOf(record, decided?.decision ?? '', tool);
    if (effect !== 'destructive') this.#interrupted.set(key, { attempt, digest });
    if (verdict !== 'fits') return verdict;
    if (decided && (edited === undefined || editedDecided)) return 'fits';
    if (this.lostReads && effect === 'read') return 'unknown';
    return this.#missing('start-without-decision', tool);
  }

  #takeDecision(key: string, attempt: number, digest: unknown) {
    const decision = this.#decisions.get(key);
    if (decision?.attempt !== attempt || decision.digest !== digest) return undefined;
    this.#decisions.delete(key);
    return decision;
  }

  #permissionOf({ tool_call_id: key, attempt, data }: ExecutionLog, decision: string, tool: string): Verdict {
    const kind = START_PERMISSIONS.find((each) => each === data['permission']);
    const id = textOf(data['permission_id']);
    switch (kind) {
      case 'gate':
        // Without a decision, the caller reports what is missing.
        return decision === 'needs_human' ? { fault: 'start-not-allowed', subject: tool } : 'fits';
      case 'approval':
      case 'outcome': {
        const approval = this.#approvals.get(id);
        // The decision precedes this log.
        if (approval?.status === 'used' && approval.key === '') return 'unknown';
        const isForThis = approval?.key === key;
        const isEdited = textOf(data['edited_args_digest']) === approval?.editedDigest;
        if (approval?.status !== 'used' || !isForThis || !isEdited)
          return this.#missing('start-without-permission', tool);
        approval.status = 'started';
        return 'fits';
      }
      case 'continued': {
        const approval = this.#approvals.get(id);
        if (approval?.status === 'started' && approval.key === key) return 'fits';
        return this.#missing('start-without-permission', tool);
      }
      case 'grant':
        if (this.#granted.get(`${attempt} ${key}`) !== id)
          return this.#missing('start-without-permission', tool);
        this.#granted.delete(`${attempt} ${key}`);
        return 'fits';
      case 'replay':
        return isSame(this.#interrupted.get(key)?.digest, data['args_digest'])
          ? 'fits'
          : this.#missing('replay-without-start', tool);
      case undefined:
        return this.#missing('start-without-permission', tool);
    }
    return kind satisfies never;
  }

  #missing(fault: PermissionFault, subject: string): Verdict {
    return this.isPartial ? 'unknown' : { fault, subject };
  }
}

const ANY = Symbol('any digest');

const isSame = (one: unknown, other: unknown) => one === ANY || (typeof one === 'string' && one === other);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const readingOf = (id: string, { by, display_digest: digest }: ExecutionLog['data']) =>
  JSON.stringify([id, by, digest]);
