import type {
  AgentCapabilitySnapshot,
  EffectRecord,
  GateContext,
  HumanApprovalRequest,
  ToolDescription,
} from '@sekisho/engine';
import {
  type RunCounters,
  type RunHistory,
  type RunRecords,
  takeCapabilitySnapshot,
} from '@sekisho/engine/integration';
import { hostPolicyOf } from '../sdk/host-policy.ts';
import type { HostDecision, ResolvedCall } from '../sdk/mediator.ts';
import type { CallVerdict, PlannedCall } from '../sdk/planned-call.ts';
import type { RunScope } from '../sdk/run-scope.ts';
import { callKey } from './call-key.ts';
import { decideAll } from './decide-all.ts';
import { decideCall, type DecidedCall } from './decide-call.ts';
import { exposureOf } from './exposure-of.ts';
import { failedPolicy } from './failed-policy.ts';
import { declined, Permissions } from './permissions.ts';
import { RunUser } from './run-user.ts';
import type { Continuation } from './sealed-state.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import {
  invalidArguments,
  withApprovalRequest,
  withHostApprovalRequest,
  UNKNOWN,
} from './with-approval-request.ts';
import { countersOf, countIn } from './run-counters.ts';
import { TurnPlan } from './turn-plan.ts';

/** A plan, and the denied call that voids it, if the gate denied one. */
export type PlannedTurn = TurnPlan & { denied?: DecidedCall | undefined };

/** Decides all calls of a turn together, before any of them runs. */
export class TurnPlanner {
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  readonly #history: RunHistory;
  readonly #permissions: Permissions;
  readonly #decided = new Map<PlannedCall, DecidedCall>();
  readonly #exposed = new Set<string>();
  readonly #counters: { writes: number; spend: number; consecutive_refusals: number };
  #capabilities: AgentCapabilitySnapshot | undefined;
  #userTexts: string[] = [];
  readonly #user: RunUser;

  constructor(
    settings: SessionSettings,
    run: RunSettings,
    history: RunHistory,
    approvals: readonly HumanApprovalRequest[],
    records?: RunRecords,
  ) {
    this.#settings = settings;
    this.#run = run;
    this.#history = history;
    this.#user = new RunUser(settings, run, history);
    this.#permissions = new Permissions(settings, run, approvals, records);
    this.#counters = countersOf(run.counters, approvals);
  }

  /** The data that is preserved across waits: the counters for the limits, and the principal. */
  get progress(): Pick<Continuation, 'counters' | 'user'> {
    const { writes, spend } = this.#counters;
    return { counters: { writes, spend }, user: this.#user.current };
  }

  get pending(): readonly HumanApprovalRequest[] {
    return this.#permissions.asked;
  }

  /** Adds text of the user. */
  addUserText(texts: readonly string[]): void {
    this.#userTexts.push(...texts);
  }

  /** Decides which provider-executed tools the model receives. Their single calls cannot be stopped or approved. */
  async authorizeTools(scope: RunScope, tools: readonly ToolDescription[]): Promise<PlannedTurn> {
    const plan: PlannedTurn = new TurnPlan(this.#settings, this.#run);
    this.#user.addAgent(scope.agent);
    this.#capabilities = takeCapabilitySnapshot(scope.agent?.name ?? '', tools);
    for (const listed of tools) {
      if (listed.kind !== 'hosted' || this.#exposed.has(listed.definition_digest)) continue;
      const call = exposureOf(this.#settings.withManifest(listed));
      const decided = await decideCall(call, `expose:${call.callId}`, scope, this.#judging(), this.#intent());
      plan.record(decided, scope.agent?.name ?? '');
      if (decided.decision.decision !== 'allow') {
        plan.denied = decided;
        break;
      }
      this.#exposed.add(listed.definition_digest);
    }
    return plan;
  }

  async plan(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    { resumed, effects }: { resumed: boolean; effects: ReadonlyMap<string, EffectRecord> },
  ): Promise<PlannedTurn> {
    const plan: PlannedTurn = new TurnPlan(this.#settings, this.#run);
    const agentName = scope.agent?.name ?? '';
    this.#user.addAgent(scope.agent);
    const decided = await this.#decideAll(scope, calls, (call) => {
      const asked = resumed ? this.#permissions.keyOf(call, agentName) : undefined;
      return asked ?? callKey(scope, this.#run.segment, call);
    });
    for (const each of decided) {
      plan.record(each, agentName);
      const earlier = this.#permissions.earlierOf(each, effects);
      const verdict = await this.#verdict(each, earlier, plan, agentName);
      if (verdict === 'deny') {
        plan.denied = earlier?.status === 'unknown' ? withApprovalRequest(each, UNKNOWN) : each;
        return plan;
      }
      const edited = verdict.kind === 'run' ? await this.#decideEdited(each, scope, plan) : undefined;
      if (edited?.fault === undefined && edited?.decision.decision === 'deny') {
        plan.denied = edited;
        return plan;
      }
      const effective = edited?.fault === undefined ? verdict : invalidArguments(edited.fault);
      const planned = plan.add(each, effective, edited?.call.rawArguments);
      this.#decided.set(planned, each);
      if (effective.kind !== 'run') continue;
      this.#count(edited ?? each);
      if (earlier?.status !== 'done') plan.start(each, edited);
    }
    return plan;
  }

  /** Applies the result of the tool's own policy to a call that the gate allowed. */
  async applyHostDecision(
    scope: RunScope,
    call: PlannedCall,
    hostDecision: HostDecision,
  ): Promise<TurnPlan | undefined> {
    const decided = this.#decided.get(call);
    if (!decided) return undefined;
    const plan = new TurnPlan(this.#settings, this.#run);
    if (typeof hostDecision !== 'string')
      plan.record(failedPolicy(decided, hostDecision.failed), scope.agent?.name ?? '');
    else if (hostDecision === 'ask') {
      call.verdict = { kind: 'ask' };
      await this.#permissions.ask(withHostApprovalRequest(decided), plan, scope.agent?.name ?? '', 'host');
    } else {
      call.verdict = { kind: 'run' };
      this.#permissions.withdraw(decided.key);
      this.#count(decided);
      plan.permit(decided, { kind: 'gate', id: '' });
      plan.start(decided);
    }
    return plan;
  }

  /** Returns the pending approval request of this call that the host's own approver may decide, if there is one. */
  requestForHost(call: PlannedCall): HumanApprovalRequest | undefined {
    return call.verdict.kind === 'ask' ? this.#permissions.requestForHost(call.key) : undefined;
  }

  /** Applies the stored decision of the host's approver about this call. */
  applyStoredDecision(call: PlannedCall, approval: HumanApprovalRequest): TurnPlan {
    const plan = new TurnPlan(this.#settings, this.#run);
    const decided = this.#decided.get(call);
    if (!decided) return plan;
    this.#permissions.withdraw(call.key);
    if (approval.status === 'approved') {
      call.verdict = { kind: 'run' };
      this.#count(decided);
      plan.use(decided, approval);
      plan.start(decided);
    } else {
      call.verdict = { kind: 'answer', text: declined(approval.comment) };
      this.#counters.consecutive_refusals += 1;
    }
    return plan;
  }

  async #verdict(
    decided: DecidedCall,
    earlier: EffectRecord | undefined,
    plan: TurnPlan,
    agentName: string,
  ): Promise<CallVerdict | 'deny'> {
    const { call, decision, fault } = decided;
    if (fault !== undefined) return invalidArguments(fault);
    if (decision.decision === 'deny' || earlier?.status === 'unknown') return 'deny';
    // Its permission was used when the intent was written; the store lets only repeatable calls start again.
    if (earlier) {
      plan.permit(decided, { kind: 'replay', id: '' });
      return { kind: 'run' };
    }
    const denial = this.#permissions.denialOf(decided);
    if (denial) return denial;
    if (this.#permissions.useApproval(decided, plan)) return { kind: 'run' };
    const host = hostPolicyOf(call.tool);
    const needsApproval = decision.decision === 'needs_human' || this.#run.requireHumanApproval;
    if (!needsApproval && host !== 'always') {
      if (host === 'dynamic') return { kind: 'host' };
      plan.permit(decided, { kind: 'gate', id: '' });
      return { kind: 'run' };
    }
    // Upstream cannot suspend a run during a handoff, so a handoff that needs approval is denied.
    if (call.tool.kind === 'handoff') return 'deny';
    return needsApproval
      ? this.#permissions.find(decided, plan, agentName, 'gate')
      : this.#permissions.find(withHostApprovalRequest(decided), plan, agentName, 'host');
  }

  /** Decides a call with edited arguments as a separate call, which the gate may still deny. */
  async #decideEdited(
    { call, key, ...rest }: DecidedCall,
    scope: RunScope,
    plan: TurnPlan,
  ): Promise<DecidedCall | undefined> {
    const rawArguments = this.#permissions.editedArgs({ call, key, ...rest });
    if (rawArguments === undefined) return undefined;
    const edited = { ...call, rawArguments };
    const decided = await decideCall(edited, `${key}:edited`, scope, this.#judging(), this.#intent());
    plan.record(decided, scope.agent?.name ?? '');
    return decided;
  }

  async #decideAll(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    keyOf: (call: ResolvedCall) => string,
  ): Promise<DecidedCall[]> {
    const keyed = calls.map((call) => ({ call, key: keyOf(call) }));
    const intent = this.#intent();
    return decideAll(keyed, {
      // A judge of the host may be slow and does not read the counters.
      inOrder: this.#settings.gate.judgesByRules,
      counters: this.#counters,
      decide: ({ call, key }, counters) => decideCall(call, key, scope, this.#judging(counters), intent),
    });
  }

  #count({ decision }: DecidedCall): void {
    this.#counters.consecutive_refusals = 0;
    countIn(this.#counters, decision);
  }

  #intent(): string {
    return this.#userTexts.join('\n');
  }

  #judging(counters: RunCounters = this.#counters) {
    const context: GateContext = {
      run_id: this.#run.runId,
      policyProfile: this.#run.profile,
      user: this.#user.current,
      capabilities: this.#capabilities ?? takeCapabilitySnapshot('', []),
      history: this.#history,
      counters,
    };
    return { settings: this.#settings, run: this.#run, context };
  }
}
