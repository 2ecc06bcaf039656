import { requireVerifiedRun } from '../approval/authority/require-verified-run.ts';
import type { Step } from '../durable/journal.ts';
import { stoppedText } from '../durable/stop-switch.ts';
import { storeUnusable } from '../durable/store-failure.ts';
import type { EffectRecord } from '../store/run-record.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import type { ActiveRun } from './active-run.ts';
import { askPerson, putDecided, refused, start } from './call-stages.ts';
import {
  actionDigestOf,
  editedCall,
  judgeEarly,
  judgeEdited,
  judgeNow,
  type EarlyVerdicts,
} from './judge-calls.ts';
import { UNKNOWN_OUTCOME, withHostReason, withReason, withStop } from './reasons.ts';
import { permitWithoutPerson } from './permit-without-person.ts';
import { requireCall, requireOwnKeys } from './require-call.ts';
import type { TurnAgent } from './run-user.ts';
import type { JudgedCall, RequestedCall, ToolCall } from './tool-call.ts';
import { TurnDraft } from './turn-draft.ts';

/** The calls of one turn. They may also arrive one by one, in several requests. */
export interface TurnRequest {
  readonly agent: TurnAgent;
  readonly calls: readonly RequestedCall[];
  /** The response of the model, which is stored with the decisions, so that a crash does not repeat the model call. */
  readonly step?: Step | undefined;
  /** The model's own text of this turn, for people who read the context of a request. A step may contain it instead. */
  readonly text?: string | undefined;
  /** Whether the calls belong to a saved state: the key of a call with an approval request is the key of that request. */
  readonly resumed?: boolean | undefined;
  /** When the intent is stored: with the decision (`now`, the default), or when the body starts (`later`). */
  readonly execution?: 'now' | 'later' | undefined;
  /** Whether people see approval requests before the run is suspended, so that they are stored immediately. */
  readonly visible?: boolean | undefined;
}

/**
 * Decides all calls of a turn before any of them runs: judges them, spends permissions, creates approval requests, and
 * commits everything together. A call that was decided before keeps its stage; a waiting call is decided again with the
 * current approvals. Throws when a denied call ends the run; then nothing of the turn runs.
 */
export async function decideTurn(run: ActiveRun, turn: TurnRequest): Promise<ToolCall[]> {
  run.requireOpen();
  const calls = turn.resumed ? turn.calls.map((call) => withAskedKey(run, turn.agent, call)) : turn.calls;
  requireOwnKeys(run, calls);
  if (turn.text !== undefined) run.addModelText(turn.text);
  const step = [...run.kept.take(), ...(turn.step ? run.journal.write(turn.step) : [])];
  if (calls.length === 0) {
    // The step is stored with the next commit; until then a crash only repeats the model call.
    run.outbox.add({ writes: step, records: [], repeatable: true });
    return [];
  }
  const draft = new TurnDraft(run.context, run.settings);
  draft.writes.push(...step);
  const decided = decideCalls(run, calls === turn.calls ? turn : { ...turn, calls }, draft);
  if (decided) {
    const settled = decided.catch(() => undefined);
    for (const { key } of calls) run.deciding.set(key, settled);
    try {
      await decided;
    } finally {
      for (const { key } of calls) if (run.deciding.get(key) === settled) run.deciding.delete(key);
    }
  }
  // Another request may have decided a call with this key in the meantime.
  requireOwnKeys(run, calls);
  return calls.map(({ key }) => requireCall(run, key));
}

/** Returns a promise only if the turn has to wait: for a judge, another request, a person or the store. */
function decideCalls(run: ActiveRun, turn: TurnRequest, draft: TurnDraft): Promise<void> | undefined {
  const { calls } = turn;
  // The same call may be presented twice at the same time; the second request waits for the decision of the first.
  const others = calls.flatMap(({ key }) => run.deciding.get(key) ?? []);
  if (others.length > 0) return Promise.all(others).then(() => decideLater(run, turn, draft));
  const { gate, stops } = run.context;
  const isWaiting = calls.some(({ key }) => run.calls.get(key)?.stage === 'waiting');
  const isReady = gate.isSynchronous && run.plan.isReady && !run.permissions.mayNeedGrants(calls);
  if (isWaiting || !isReady || stops.ready()) return decideLater(run, turn, draft);
  run.user.addAgent(turn.agent);
  return decideNow(run, turn, draft, NO_VERDICTS);
}

async function decideLater(run: ActiveRun, turn: TurnRequest, draft: TurnDraft): Promise<void> {
  const { agent, calls } = turn;
  await Promise.all([refreshApprovals(run, calls), run.context.stops.ready()]);
  run.user.addAgent(agent);
  const fresh = undecided(run, calls);
  const edited = fresh.flatMap((call) => editedCall(run, agent, call) ?? []);
  await run.plan.ready();
  const early = await judgeEarly(run, agent, [...fresh, ...edited]);
  // Grants are loaded before the synchronous section, so that a covered call starts in the order of the turn.
  if (run.permissions.mayNeedGrants(fresh)) await run.permissions.loadGrants();
  run.requireOpen();
  await decideNow(run, turn, draft, early);
}

const NO_VERDICTS: EarlyVerdicts = new Map();

/** Synchronous until everything is added to the outbox, so that parallel sub-agents cannot exceed a limit together. */
function decideNow(
  run: ActiveRun,
  turn: TurnRequest,
  draft: TurnDraft,
  early: EarlyVerdicts,
): Promise<void> | undefined {
  const decisions = undecided(run, turn.calls).map((call) => decideCall(run, turn, call, { draft, early }));
  const denied = decisions.find((each) => 'denied' in each);
  if (denied) return denyTurn(run, denied.denied, draft);
  const asked = decisions.filter((each) => 'asked' in each);
  if (asked.length === 0) return commit(run, turn, draft, decisions);
  return resolveAsked(run, turn, asked, draft).then(() => commit(run, turn, draft, decisions));
}

/**
 * Returns the calls that have no decision, or wait for one. A call with an unknown outcome waits until the run is resumed:
 * another start in the same claim would not be recorded.
 */
function undecided(run: ActiveRun, calls: readonly RequestedCall[]): RequestedCall[] {
  // Some models repeat a call with its id in one turn, which is one call.
  const keys = new Set<string>();
  return calls.filter(({ key }) => {
    if (keys.has(key)) return false;
    keys.add(key);
    const known = run.calls.get(key);
    return known === undefined || (known.stage === 'waiting' && known.approval.kind !== 'outcome');
  });
}

/** The result of the synchronous section for one call. A call that needs a person is completed afterwards. */
type Decision =
  | { readonly call: ToolCall }
  | { readonly denied: JudgedCall }
  | { readonly asked: JudgedCall; readonly askedBy: 'gate' | 'host'; call?: ToolCall };

function decideCall(
  run: ActiveRun,
  { agent, execution }: TurnRequest,
  requested: RequestedCall,
  { draft, early }: { readonly draft: TurnDraft; readonly early: EarlyVerdicts },
): Decision {
  const judged = judgeNow(run, agent, requested, early);
  const earlier = run.effectOf(judged);
  if (earlier?.status === 'done') return replayCall(run, agent, judged, { earlier, execution, draft, early });
  const stop = run.context.stops.find(agent.name, requested.tool.id);
  const call = withLogged(stop ? withStop(judged, stop) : judged, run.calls.get(requested.key));
  draft.record(call);
  // No permission is spent and the run does not end, because the stop says nothing about the call itself.
  if (stop) return { call: refused(call, stoppedText(stop)) };
  if (call.fault !== undefined) return { call: refused(call, invalidArguments(call.fault)) };
  const next = permit(run, call, earlier, draft);
  if ('denied' in next) return endCall(run, next.denied);
  if ('asked' in next) {
    const permission = run.permissions.spendGrant(next.asked, draft, next.askedBy);
    return permission ? { call: start(run, next.asked, { permission, execution }, draft) } : next;
  }
  if (!('permission' in next)) return next;
  const edited = judgeEdited(run, agent, call, early);
  if (edited) draft.record(edited);
  if (edited?.fault !== undefined) return { call: refused(call, invalidArguments(edited.fault)) };
  if (edited?.decision.decision === 'deny') return endCall(run, { ...call, decision: edited.decision });
  return { call: start(run, call, { ...next, earlier, edited, execution }, draft) };
}

/**
 * Returns a call that an earlier process executed. It had a permission, and the model must not conclude from a stop, a denial or a
 * changed schema that it was not executed.
 */
function replayCall(
  run: ActiveRun,
  agent: TurnAgent,
  call: JudgedCall,
  how: {
    readonly earlier: EffectRecord;
    readonly execution: TurnRequest['execution'];
    readonly draft: TurnDraft;
    readonly early: EarlyVerdicts;
  },
): Decision {
  const { draft, early, ...rest } = how;
  draft.record(call);
  const edited = judgeEdited(run, agent, call, early);
  if (edited) draft.record(edited);
  return { call: start(run, call, { ...rest, edited, permission: REPLAY }, draft) };
}

const REPLAY: StartPermission = { kind: 'replay', id: '' };

/** Counts how often the gate's decision about a waiting call changed, because the log has one record for each key. */
function withLogged(call: JudgedCall, waiting: ToolCall | undefined): JudgedCall {
  const verdict = call.decision.decision;
  const before = waiting?.logged ?? { verdict, changes: 0 };
  return { ...call, logged: { verdict, changes: before.changes + (before.verdict === verdict ? 0 : 1) } };
}

/** Finds the permission of a call. A permission that is found here is spent with the commit of the turn. */
function permit(
  run: ActiveRun,
  call: JudgedCall,
  earlier: EffectRecord | undefined,
  draft: TurnDraft,
): Decision | { readonly permission: StartPermission } {
  if (call.decision.decision === 'deny') return { denied: call };
  if (earlier?.status === 'unknown') return { denied: withReason(call, UNKNOWN_OUTCOME) };
  // Its permission was spent when the intent was written; the store lets only repeatable calls start again.
  if (earlier) return { permission: REPLAY };
  const refusal = run.permissions.refusalOf(call);
  if (refusal !== undefined) return { call: refused(call, refusal) };
  const spent = run.permissions.spendApproval(call, draft);
  return spent ? { permission: spent } : permitNew(run, call);
}

/** Decides a call that was not started before and that no person decided. */
function permitNew(run: ActiveRun, call: JudgedCall): Decision | { readonly permission: StartPermission } {
  const { decision, hostPolicy = 'never' } = call;
  const gateAsks = decision.decision === 'needs_human' || run.settings.requireHumanApproval;
  if (!gateAsks && hostPolicy === 'per_call') return { call: { ...call, stage: 'host_policy' } };
  if (!gateAsks && hostPolicy === 'never') return { permission: { kind: 'gate', id: '' } };
  // Upstream cannot suspend a run during a handoff, so a handoff that needs approval is denied.
  if (call.tool.kind === 'handoff') return { denied: call };
  return gateAsks ? { asked: call, askedBy: 'gate' } : { asked: withHostReason(call), askedBy: 'host' };
}

/** Completes the calls that need a person, by another permission or with an approval request. */
async function resolveAsked(
  run: ActiveRun,
  { execution }: TurnRequest,
  asked: readonly Extract<Decision, { readonly asked: JudgedCall }>[],
  draft: TurnDraft,
): Promise<void> {
  await run.context.authority.ready().catch(storeUnusable);
  for (const each of asked) {
    const { asked: call, askedBy } = each;
    const permission = await permitWithoutPerson(run, call, draft, askedBy);
    each.call = permission
      ? start(run, call, { permission, execution }, draft)
      : askPerson(run, call, draft, askedBy);
  }
}

function commit(
  run: ActiveRun,
  { visible }: TurnRequest,
  draft: TurnDraft,
  decisions: readonly Decision[],
): Promise<void> | undefined {
  const calls = decisions.flatMap((each) => ('call' in each && each.call ? [each.call] : []));
  for (const { key, stage } of calls) if (stage !== 'waiting') run.permissions.settle(key, draft);
  run.outbox.add(draft);
  if (run.outbox.isEmpty) return undefined;
  const mayRun = calls.some(({ stage }) => stage === 'allowed' || stage === 'host_policy');
  const putAll = (): undefined => {
    for (const call of calls) putDecided(run, call);
  };
  // If no call runs, the approval requests are stored when the run is suspended.
  const isDelayed = calls.length > 0 && !mayRun && visible !== true;
  const stored = isDelayed ? run.outbox.schedule('tick') : run.outbox.flush();
  return stored ? stored.then(putAll) : putAll();
}

/** Ends only the denied call while the run survives denials, and otherwise the run. */
function endCall(run: ActiveRun, denied: JudgedCall): Decision {
  if (run.settings.denials?.calls?.has(denied.key) !== true) run.counters.denials += 1;
  if (run.counters.denials >= (run.settings.denials?.max ?? 1)) return { denied };
  return {
    call: refused(denied, `The gate denied this call, and it was not run. ${denied.decision.reason}`),
  };
}

/** Ends the run. No part of the turn is executed and no request is created, so only the gate's decisions are recorded. */
async function denyTurn(run: ActiveRun, call: JudgedCall, draft: TurnDraft): Promise<never> {
  const refusal = run.refuse(call, call.decision.reason, { cause: call.decision.cause });
  const writes = draft.writes.filter(({ kind }) => kind === 'step.put');
  run.outbox.add({ writes, records: draft.decisions, repeatable: true });
  await run.outbox.commit();
  throw refusal;
}

/** Reads the approvals again if a call of the turn waits for one. */
export async function refreshApprovals(run: ActiveRun, calls: readonly RequestedCall[]): Promise<void> {
  if (!calls.some(({ key }) => run.calls.get(key)?.stage === 'waiting')) return;
  await run.outbox.commit();
  const { approvals, records } = await requireVerifiedRun(run.context.authority, run.settings.runId);
  run.updateApprovals(approvals, records);
}

function withAskedKey(run: ActiveRun, agent: TurnAgent, call: RequestedCall): RequestedCall {
  const digest = () => actionDigestOf(run, agent.name, call);
  const key = run.permissions.keyOf(call.callId, agent.name, digest);
  return key === undefined ? call : { ...call, key };
}

const invalidArguments = (fault: string) => `${fault} The tool was not run.`;
