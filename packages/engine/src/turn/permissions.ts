import type { ExecutionLog } from '../wire/execution-log.ts';
import type { GrantRecord } from '../store/run-record.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { Authority } from '../approval/authority/authority.ts';
import { usableGrants } from '../approval/authority/check-grants.ts';
import { openEdit } from '../approval/decisions/edit.ts';
import type { RunRecords } from '../approval/authority/run-records.ts';
import { mayBeGranted, hostCoverage } from '../approval/decisions/grants.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { JudgedCall, RequestedCall } from './tool-call.ts';
import type { TurnDraft } from './turn-draft.ts';

/** The approvals, grants and approval requests of one run. Every permission is spent in the commit that starts the call. */
export class Permissions {
  /** The approval requests that are pending in this segment. */
  readonly pending: HumanApprovalRequest[] = [];
  readonly #context: EngineContext;
  readonly #run: RunSettings;
  readonly #grants: RunGrants;
  readonly #grantUses = new Map<string, number>();
  readonly #usedKeys = new Set<string>();
  #approvals: readonly HumanApprovalRequest[];
  #records: RunRecords | undefined;

  /** `records` contains the log records of the approvals. A run without approval requests needs none. */
  constructor(
    context: EngineContext,
    run: RunSettings,
    approvals: readonly HumanApprovalRequest[],
    records?: RunRecords,
  ) {
    this.#context = context;
    this.#run = run;
    this.#approvals = approvals;
    this.#records = records;
    this.#grants = new RunGrants(context, run.runId);
  }

  /** Whether the run had pending requests before this segment. */
  get hadPending(): boolean {
    return this.#approvals.some(({ status }) => status === 'pending');
  }

  /** Replaces the approvals by those that were just read from the store and verified. */
  update(approvals: readonly HumanApprovalRequest[], records: RunRecords): void {
    // A new decision may have created a grant.
    this.#grants.forget();
    this.#approvals = approvals;
    this.#records = records;
    const decided = new Set(
      approvals.filter(({ status }) => status !== 'pending').map(({ approval_id: id }) => id),
    );
    for (const { approval_id: id, call_key: key } of this.pending.slice())
      if (decided.has(id)) this.withdraw(key);
  }

  /**
   * Returns the key of a call of a saved state that has an approval request: the key of the latest wait with its id. Two
   * sub-agents with the same name may use the same ids at the same time, so each key is used once, first for its own action.
   */
  keyOf(callId: string, agentName: string, actionDigest: () => string): string | undefined {
    const asked = this.#approvals.filter(
      ({ tool_call_id: id, agent_name: name, kind, turn, call_key }) =>
        kind === 'call' &&
        id === callId &&
        name === agentName &&
        Number(turn) < this.#run.segment &&
        !this.#usedKeys.has(call_key),
    );
    if (asked.length === 0) return undefined;
    const own = actionDigest();
    const [first] = asked.toSorted(
      (one, other) =>
        Number(other.turn) - Number(one.turn) ||
        Number(other.action_digest === own) - Number(one.action_digest === own),
    );
    if (first) this.#usedKeys.add(first.call_key);
    return first?.call_key;
  }

  /** Returns the arguments with which an approver replaced those of the model. */
  editedArguments(key: string, actionDigest: () => string): string | undefined {
    const approval = this.#approvalOf(key, actionDigest);
    return approval && openEdit(this.#context.keyring, approval);
  }

  /** Returns the message for the model if this call was denied or its approval request expired: then it never runs. */
  refusalOf({ key }: JudgedCall): string | undefined {
    const denied = this.#approvals.find(
      ({ call_key, kind, status }) =>
        call_key === key && kind === 'call' && (status === 'denied' || status === 'expired'),
    );
    if (!denied) return undefined;
    return denied.status === 'denied' ? declined(denied.comment) : EXPIRED;
  }

  /** Spends the approval of this call, or a person's decision that it may run again after a crash. */
  spendApproval(call: JudgedCall, draft: TurnDraft): StartPermission | undefined {
    const approval = this.#approvalOf(call.key, call.actionDigest);
    if (approval?.status !== 'approved') return undefined;
    if (approval.used_at === undefined) return draft.use(call, approval);
    // A sub-agent that was approved before continues; each of its own calls is decided separately.
    if (call.tool.delegates === true) return { kind: 'continued', id: approval.approval_id };
    const retry = this.#retryOf(call);
    return retry && draft.use(call, retry);
  }

  /** Returns whether the grants are not loaded and one of these calls, which no person decided, could need one. */
  mayNeedGrants(calls: readonly RequestedCall[]): boolean {
    if (this.#grants.isLoaded || (this.#approvals.length === 0 && this.pending.length === 0)) return false;
    return calls.some(({ key }) => !this.#approvals.some((each) => each.call_key === key && isUnused(each)));
  }

  /** Loads the grants. A grant is created with a decision, so a run without approval requests has none. */
  async loadGrants(): Promise<void> {
    if (this.#approvals.length > 0 || this.pending.length > 0) await this.#grants.load();
  }

  /** Spends a grant that covers this call. `askedBy`: whether the gate or only the tool's own policy requires approval. */
  spendGrant(call: JudgedCall, draft: TurnDraft, askedBy: 'gate' | 'host'): StartPermission | undefined {
    const { agentName: agent_name, decision, tool } = call;
    const values = call.coverage()?.text;
    // The gate allowed a call for which only the tool's own policy requires approval, so a grant for that policy is enough.
    const host =
      askedBy === 'host' && mayBeGranted(decision)
        ? hostCoverage({ agent_name, tool_id: tool.id, definition_digest: tool.definition_digest })
        : undefined;
    if (values === undefined && host === undefined) return undefined;
    const grant = this.#grants
      .unexpired(draft)
      .find(({ grant_id, tool_id, definition_digest, covered_digest, scope, destination, uses_left }) => {
        const covered = scope === 'host_policy' ? host : values;
        return (
          covered !== undefined &&
          uses_left > (this.#grantUses.get(grant_id) ?? 0) &&
          tool_id === tool.id &&
          // A tool whose definition changed since the grant is another tool.
          definition_digest === tool.definition_digest &&
          this.#context.keyring.isDigest(covered, covered_digest) &&
          (scope !== 'tool_and_destination' || (destination !== null && destination === decision.destination))
        );
      });
    if (!grant) return undefined;
    this.#grantUses.set(grant.grant_id, (this.#grantUses.get(grant.grant_id) ?? 0) + 1);
    return draft.useGrant(call, grant);
  }

  /** Returns whether the request of this call was cancelled, because the gate decided without it before. */
  isCancelled({ key, actionDigest }: JudgedCall): boolean {
    return this.#approvalOf(key, actionDigest)?.status === 'cancelled';
  }

  /** Returns the pending approval request of this call, which is created if there is none. */
  ask(call: JudgedCall, draft: TurnDraft, askedBy: 'gate' | 'host'): HumanApprovalRequest {
    const known = this.#approvalOf(call.key, call.actionDigest);
    const approval = known?.status === 'pending' ? known : draft.ask(call, askedBy);
    // A call that still waits may be decided again.
    this.withdraw(call.key);
    this.pending.push(approval);
    return approval;
  }

  /** Returns whether the host's own approver may decide an approval request. */
  mayHostDecide({ display, asked_by, named_approver }: HumanApprovalRequest): boolean {
    if (display === 'blocked') return false;
    return asked_by === 'host' || !(named_approver || this.#run.requireHumanApproval);
  }

  /** Returns whether this request had no decision when the approvals were read last. */
  isPending({ approval_id: id }: HumanApprovalRequest): boolean {
    return this.pending.some((each) => each.approval_id === id);
  }

  /** Ends the request of a call that was decided without it: the gate allows or denies the call now, or a grant covers it. */
  settle(key: string, draft: TurnDraft): void {
    const pending = this.pending.find(({ call_key: asked }) => asked === key);
    if (!pending) return;
    draft.cancel(pending);
    this.withdraw(key);
  }

  /** Removes the approval request of a call that has been decided. */
  withdraw(key: string): void {
    const index = this.pending.findIndex(({ call_key: asked }) => asked === key);
    if (index >= 0) this.pending.splice(index, 1);
  }

  #approvalOf(key: string, actionDigest: () => string): HumanApprovalRequest | undefined {
    return this.#approvals.find(
      ({ call_key, action_digest }) => call_key === key && action_digest === actionDigest(),
    );
  }

  #retryOf({ key, rawArguments }: JudgedCall): HumanApprovalRequest | undefined {
    return this.#approvals.find(
      ({ approval_id, kind, status, used_at, call_key, action_digest }) =>
        kind === 'outcome' &&
        status === 'approved' &&
        // "done" is also stored as approved, and means that the call must not run again.
        this.#records?.outcomeOf(approval_id) === 'retry' &&
        used_at === undefined &&
        call_key === key &&
        this.#context.keyring.isDigest(rawArguments, action_digest.split(':')[0] ?? ''),
    );
  }
}

/** The message for the model when an approver denied the call. */
export const declined = (comment: string | undefined) =>
  `A person declined this call, and it was not run.${comment === undefined || comment === '' ? '' : ` Reason: ${comment}`}`;

/** The message for the model when the approval request expired without a decision. */
export const EXPIRED = 'The approval request expired without a decision, and the call was not run.';

/**
 * The grants of one run. An expired grant is recorded as expired when it is detected, and stays expired when the clock is
 * set back.
 */
class RunGrants {
  readonly #authority: Authority;
  readonly #runId: string;
  readonly #clock: () => number;
  readonly #expired = new Set<string>();
  #loaded: { grants: readonly GrantRecord[]; given: readonly ExecutionLog[] } | undefined;

  constructor({ authority, clock }: { authority: Authority; clock: () => number }, runId: string) {
    this.#authority = authority;
    this.#clock = clock;
    this.#runId = runId;
  }

  /** Loads the grants once. */
  async load(): Promise<void> {
    this.#loaded ??= await this.#load();
  }

  get isLoaded(): boolean {
    return this.#loaded !== undefined;
  }

  /** Loads the grants again when they are needed next. */
  forget(): void {
    this.#loaded = undefined;
  }

  /** Returns the loaded grants that have not expired. Newly expired grants are recorded with this turn. */
  unexpired(draft: TurnDraft): readonly GrantRecord[] {
    const { grants, given } = this.#loaded ?? { grants: [], given: [] };
    // The store lists only grants that it considers unexpired; the log contains all grants.
    for (const { data } of given) this.#expire(draft, textOf(data['grant_id']), textOf(data['expires_at']));
    for (const { grant_id, expires_at } of grants) this.#expire(draft, grant_id, expires_at);
    return grants.filter(({ grant_id }) => !this.#expired.has(grant_id));
  }

  #expire(draft: TurnDraft, grantId: string, expiresAt: string): void {
    if (this.#expired.has(grantId) || Date.parse(expiresAt) > this.#clock()) return;
    this.#expired.add(grantId);
    const head = { run_id: this.#runId, tool_call_id: grantId, event: 'grant.expired', attempt: 0 } as const;
    draft.records.push(auditRecord({ ...head, decision: 'expired' }, { grant_id: grantId }));
  }

  async #load() {
    const [grants, given, expired] = await Promise.all([
      usableGrants(this.#authority, this.#runId),
      this.#logs('grant.given'),
      this.#logs('grant.expired'),
    ]);
    for (const { data } of expired) this.#expired.add(textOf(data['grant_id']));
    return { grants, given };
  }

  #logs(event: ExecutionLog['event']): Promise<readonly ExecutionLog[]> {
    return this.#authority.store.queryLogs({ runId: this.#runId, event, limit: 10_000 });
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const isUnused = ({ status, used_at }: HumanApprovalRequest) => status !== 'pending' && used_at === undefined;
