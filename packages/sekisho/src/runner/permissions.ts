import { type EffectRecord, type HumanApprovalRequest, SekishoError } from '@sekisho/engine';
import {
  actionDigest,
  hostCoverage,
  mayBeGranted,
  openEdit,
  type RunRecords,
} from '@sekisho/engine/integration';
import type { ResolvedCall } from '../sdk/mediator.ts';
import type { CallVerdict } from '../sdk/planned-call.ts';
import type { DecidedCall } from './decide-call.ts';
import { RunGrants } from './run-grants.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { storeUnusable } from './store-failure.ts';
import type { TurnPlan } from './turn-plan.ts';

/** The approvals, grants and approval requests of one run. */
export class Permissions {
  readonly asked: HumanApprovalRequest[] = [];
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #approvals: readonly HumanApprovalRequest[];
  readonly #records: RunRecords | undefined;
  readonly #grants: RunGrants;
  readonly #grantUses = new Map<string, number>();
  readonly #usedKeys = new Set<string>();

  /** `records` contains the log records of the approvals. A run without approval requests needs none. */
  constructor(
    settings: SessionSettings,
    run: RunSettings,
    approvals: readonly HumanApprovalRequest[],
    records?: RunRecords,
  ) {
    this.#settings = settings;
    this.#run = run;
    this.#approvals = approvals;
    this.#records = records;
    this.#grants = new RunGrants(settings, run.runId);
  }

  /**
   * Returns the key of a call of a saved state that has an approval request: the key of the latest wait with its id. Two
   * sub-agents with the same name may use the same ids at the same time, so each key is used once, first for its own action.
   */
  keyOf(call: ResolvedCall, agentName: string): string | undefined {
    const { runId: run_id, policyVersion: policy_version, segment } = this.#run;
    const { rawArguments: args, tool } = call;
    const own = actionDigest({ run_id, agent_name: agentName, tool, args, policy_version });
    const [asked] = this.#approvals
      .filter(
        ({ tool_call_id: id, agent_name: name, kind, turn, call_key }) =>
          kind === 'call' &&
          id === call.callId &&
          name === agentName &&
          Number(turn) < segment &&
          !this.#usedKeys.has(call_key),
      )
      .toSorted(
        (one, other) =>
          Number(other.turn) - Number(one.turn) ||
          Number(other.action_digest === own) - Number(one.action_digest === own),
      );
    if (asked) this.#usedKeys.add(asked.call_key);
    return asked?.call_key;
  }

  /** Returns the recorded effect of exactly this call from an earlier process, if there is one. */
  earlierOf(
    { key, call }: DecidedCall,
    effects: ReadonlyMap<string, EffectRecord>,
  ): EffectRecord | undefined {
    const effect = effects.get(key);
    if (!effect || this.#settings.keyring.isDigest(call.rawArguments, effect.args_digest)) return effect;
    throw new SekishoError(
      'AGENTS-E-NONDETERMINISM',
      `Run ${this.#run.runId} executed the call ${key} with other arguments before the crash.`,
    );
  }

  /** Returns the arguments with which an approver replaced those of the model. */
  editedArgs(decided: DecidedCall): string | undefined {
    const approval = this.#approvalOf(decided);
    return approval && openEdit(this.#settings.keyring, approval);
  }

  /** Returns the message for the model if this call was denied or its approval request expired: then it never runs. */
  denialOf({ key }: DecidedCall): CallVerdict | undefined {
    const denied = this.#approvals.find(
      ({ call_key, kind, status }) =>
        call_key === key && kind === 'call' && (status === 'denied' || status === 'expired'),
    );
    if (!denied) return undefined;
    return { kind: 'answer', text: denied.status === 'denied' ? declined(denied.comment) : EXPIRED };
  }

  /** Finds an approval or a grant for this call. Without one, it creates an approval request. */
  async find(
    decided: DecidedCall,
    plan: TurnPlan,
    agentName: string,
    askedBy: 'gate' | 'host',
  ): Promise<CallVerdict> {
    if (this.useApproval(decided, plan)) return { kind: 'run' };
    const approval = this.#approvalOf(decided);
    if (approval?.status === 'denied') return { kind: 'answer', text: declined(approval.comment) };
    if (approval?.status === 'expired') return { kind: 'answer', text: EXPIRED };
    if (await this.#useGrant(decided, plan, { agentName, askedBy })) return { kind: 'run' };
    await this.ask(decided, plan, agentName, askedBy);
    return { kind: 'ask' };
  }

  /** Uses the approval of this call, if it has an unused one. */
  useApproval(decided: DecidedCall, plan: TurnPlan): boolean {
    const approval = this.#approvalOf(decided);
    if (approval?.status !== 'approved') return false;
    if (approval.used_at === undefined) {
      plan.use(decided, approval);
      return true;
    }
    // A sub-agent that was approved before continues; each of its own calls is decided separately.
    if (decided.call.tool.delegates !== true) return this.#useRetry(decided, plan);
    plan.permit(decided, { kind: 'continued', id: approval.approval_id });
    return true;
  }

  /** Uses a person's decision that a call with an unknown outcome may run again. */
  #useRetry(decided: DecidedCall, plan: TurnPlan): boolean {
    const retry = this.#approvals.find(
      ({ approval_id, kind, status, used_at, call_key, action_digest }) =>
        kind === 'outcome' &&
        status === 'approved' &&
        // "done" is also stored as approved, and means that the call must not run again.
        this.#records?.outcomeOf(approval_id) === 'retry' &&
        used_at === undefined &&
        call_key === decided.key &&
        this.#settings.keyring.isDigest(decided.call.rawArguments, action_digest.split(':')[0] ?? ''),
    );
    if (!retry) return false;
    plan.use(decided, retry);
    return true;
  }

  async ask(
    decided: DecidedCall,
    plan: TurnPlan,
    agentName: string,
    askedBy: 'gate' | 'host',
  ): Promise<void> {
    await this.#settings.authority.ready().catch(storeUnusable);
    const known = this.#approvalOf(decided);
    this.asked.push(known?.status === 'pending' ? known : plan.ask(decided, agentName, askedBy));
  }

  /** Returns the pending approval request of a call, if the host's own approver may decide it. */
  requestForHost(key: string): HumanApprovalRequest | undefined {
    const request = this.asked.find(({ call_key: asked }) => asked === key);
    if (request === undefined || request.display === 'blocked') return undefined;
    if (request.asked_by === 'host') return request;
    return request.named_approver || this.#run.requireHumanApproval ? undefined : request;
  }

  /** Removes the approval request of a call that has been decided. */
  withdraw(key: string): void {
    const index = this.asked.findIndex(({ call_key: asked }) => asked === key);
    if (index >= 0) this.asked.splice(index, 1);
  }

  #approvalOf({ key, digest }: DecidedCall): HumanApprovalRequest | undefined {
    return this.#approvals.find(
      ({ call_key, action_digest }) => call_key === key && action_digest === digest(),
    );
  }

  async #useGrant(
    decided: DecidedCall,
    plan: TurnPlan,
    { agentName, askedBy }: { agentName: string; askedBy: 'gate' | 'host' },
  ): Promise<boolean> {
    const { call, decision, coverage } = decided;
    // A grant is created with a decision, and this run has no approval requests yet.
    if (this.#approvals.length === 0 && this.asked.length === 0) return false;
    const { id: toolId, definition_digest: definition } = call.tool;
    const values = coverage()?.text;
    // The gate allowed a call for which only the tool's own policy requires approval, so a grant for that policy is enough.
    const tool =
      askedBy === 'host' && mayBeGranted(decision)
        ? hostCoverage({ agent_name: agentName, tool_id: toolId, definition_digest: definition })
        : undefined;
    if (values === undefined && tool === undefined) return false;
    const grant = (await this.#grants.unexpired(plan)).find(
      ({ grant_id, tool_id, definition_digest, covered_digest, scope, destination, uses_left }) => {
        const covered = scope === 'host_policy' ? tool : values;
        return (
          covered !== undefined &&
          uses_left > (this.#grantUses.get(grant_id) ?? 0) &&
          tool_id === toolId &&
          // A tool whose definition changed since the grant is another tool.
          definition_digest === definition &&
          this.#settings.keyring.isDigest(covered, covered_digest) &&
          (scope !== 'tool_and_destination' || (destination !== null && destination === decision.destination))
        );
      },
    );
    if (!grant) return false;
    this.#grantUses.set(grant.grant_id, (this.#grantUses.get(grant.grant_id) ?? 0) + 1);
    plan.useGrant(decided, grant);
    return true;
  }
}

/** The message for the model when an approver denied the call. */
export const declined = (comment: string | undefined) =>
  `A person declined this call, and it was not run.${comment === undefined || comment === '' ? '' : ` Reason: ${comment}`}`;

/** The message for the model when the approval request expired without a decision. */
export const EXPIRED = 'The approval request expired without a decision, and the call was not run.';
