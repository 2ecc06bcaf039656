import { actionDigest } from '../approval/requests/action-digest.ts';
import { argumentSummary } from '../audit/debug-log.ts';
import { mask } from '../audit/mask.ts';
import type { Keyring } from '../config/keyring.ts';
import type { CompleteCall } from '../gate/complete-call.ts';
import type { AgentLike, GateContext } from '../gate/safety-agent.ts';
import type { GateVerdictWithCause } from '../gate/safety-gate.ts';
import type { RunCounters } from '../policy/call-facts.ts';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { ActiveRun } from './active-run.ts';
import { grantCoverage, type GrantCoverage } from './grant-coverage.ts';
import { parseArguments } from './parse-arguments.ts';
import { countIn } from './run-counters.ts';
import type { JudgedCall, RequestedCall } from './tool-call.ts';

/** The decisions of a safety agent that has to wait, by the key of the call. They are made before the synchronous section. */
export type EarlyVerdicts = ReadonlyMap<string, GateVerdictWithCause>;

/** Asks a safety agent that cannot decide synchronously about all calls of a turn. Returns no decisions for the rules. */
export async function judgeEarly(
  run: ActiveRun,
  agent: AgentLike,
  calls: readonly RequestedCall[],
): Promise<EarlyVerdicts> {
  const { gate } = run.context;
  const verdicts = new Map<string, GateVerdictWithCause>();
  if (gate.isSynchronous) return verdicts;
  const judge = async (call: RequestedCall, counters: RunCounters) => {
    const complete = prepare(run, agent, call, counters);
    if (!('request' in complete)) return;
    verdicts.set(call.key, await outside(run, () => gate.evaluateOrDeny(agent, complete)));
  };
  if (!gate.judgesByRules) {
    // A judge of the host may be slow and does not read the counters.
    await Promise.all(calls.map((call) => judge(call, run.counters)));
    return verdicts;
  }
  // Each call is judged with the earlier calls of the turn counted, so that several calls cannot exceed a limit together.
  const { writes, spend, consecutive_refusals } = run.counters;
  const counters = { writes, spend, consecutive_refusals };
  for (const call of calls) {
    await judge(call, counters);
    const decision = verdicts.get(call.key);
    if (decision?.decision === 'allow') countIn(counters, decision);
  }
  return verdicts;
}

/** Judges one call with the current counters of the run, without waiting. */
export function judgeNow(
  run: ActiveRun,
  agent: AgentLike,
  call: RequestedCall,
  early: EarlyVerdicts,
): JudgedCall {
  const { context, settings } = run;
  const { gate, keyring } = context;
  const complete = prepare(run, agent, call, run.counters);
  const judged = {
    ...call,
    agentName: agent.name,
    argsDigest: digestOnce(keyring, call.rawArguments),
    actionDigest: () => actionDigestOf(run, agent.name, call),
  };
  if (!('request' in complete)) {
    const { decision, args, fault } = complete;
    const argsMasked = maskedText(args);
    return { ...judged, request: undefined, decision, argsMasked, coverage: () => undefined, fault };
  }
  const { request } = complete;
  context.debug?.('gate.request', {
    run_id: settings.runId,
    agent: agent.name,
    tool: call.tool.id,
    kind: call.tool.kind,
    call_id: call.callId,
    profile: settings.profile.name,
    user: complete.context.user,
    ...argumentSummary(request.args),
    intent_characters: request.user_intent.length,
    listed_tools: complete.context.capabilities.tool_names.length,
  });
  const marks = gate.judgesByRules ? run.history.marks : undefined;
  const decision = outside(run, () => gate.evaluateNow(agent, complete, early.get(call.key)));
  const argsMasked = maskedText(request.args);
  // A judge of the host has a reference to the arguments and could change them before the record is rendered.
  if (!gate.isSynchronous) argsMasked();
  return {
    ...judged,
    request,
    decision,
    marks,
    argsMasked,
    coverage: coverageOnce(run, () =>
      grantCoverage(request, { decision, agentName: agent.name, context: complete.context }),
    ),
  };
}

/** Judges the call with the arguments of the approver. Returns undefined if they were not edited. */
export function judgeEdited(
  run: ActiveRun,
  agent: AgentLike,
  call: RequestedCall,
  early: EarlyVerdicts,
): JudgedCall | undefined {
  const edited = editedCall(run, agent, call);
  return edited && judgeNow(run, agent, edited, early);
}

/** Returns the call with the arguments of the approver, which is judged as a separate call. */
export function editedCall(run: ActiveRun, agent: AgentLike, call: RequestedCall): RequestedCall | undefined {
  const digest = () => actionDigestOf(run, agent.name, call);
  const rawArguments = run.permissions.editedArguments(call.key, digest);
  return rawArguments === undefined ? undefined : { ...call, key: `${call.key}:edited`, rawArguments };
}

// These functions are created outside of `judgeNow`, so that an audit record that is not rendered yet retains the arguments
// only, and not the history of the run.
function maskedText(args: unknown): () => string {
  let text: string | undefined;
  return () => (text ??= JSON.stringify(mask(args)));
}

function digestOnce(keyring: Pick<Keyring, 'digest'>, text: string): () => string {
  let digest: string | undefined;
  return () => (digest ??= keyring.digest(text));
}

/** Computes the coverage of a grant once, and again after the run has read something else. */
function coverageOnce(
  { history }: ActiveRun,
  compute: () => GrantCoverage | undefined,
): JudgedCall['coverage'] {
  let known: { readonly version: number; readonly coverage: GrantCoverage | undefined } | undefined;
  return () => {
    if (known?.version !== history.version) known = { version: history.version, coverage: compute() };
    return known.coverage;
  };
}

/** Returns the digest that binds an approval to exactly this action. */
export function actionDigestOf(
  { settings }: ActiveRun,
  agentName: string,
  { tool, rawArguments: args }: Pick<RequestedCall, 'tool' | 'rawArguments'>,
): string {
  const { runId: run_id, policyVersion: policy_version } = settings;
  return actionDigest({ run_id, agent_name: agentName, tool, args, policy_version });
}

interface UnjudgedCall {
  readonly decision: GateDecision;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fault?: string | undefined;
}

/** Returns the inputs of the judge, or the denial of a call that never reaches it. */
function prepare(
  run: ActiveRun,
  agent: AgentLike,
  { rawArguments, fault, tool, callId }: RequestedCall,
  counters: RunCounters,
): CompleteCall | UnjudgedCall {
  const { context, settings } = run;
  if (fault !== undefined) return withFault(fault);
  const parsed = parseArguments(rawArguments, tool, context.maxArgumentBytes);
  if (!parsed.ok) return withFault(parsed.why);
  if (!context.isInScope(settings.profile.name, tool))
    return { decision: outOfScope(settings.profile.name), args: parsed.args };
  const request = {
    tool_name: tool.id,
    tool_kind: tool.kind,
    args: parsed.args,
    user_intent: run.userIntent,
    call_id: callId,
    tool,
  };
  const gateContext: GateContext = {
    run_id: settings.runId,
    policyProfile: settings.profile,
    user: run.user.current,
    capabilities: run.capabilitiesOf(agent.name),
    history: run.history,
    counters,
    plan: run.plan.current,
  };
  return { request, context: gateContext };
}

function withFault(reason: string): UnjudgedCall {
  return {
    decision: { decision: 'deny', risk_level: 3, reason, rule_ids: ['arguments.invalid'] },
    args: {},
    fault: reason,
  };
}

/** Calls a judge outside of the ambient context of the integration. */
function outside<T>({ context }: ActiveRun, judge: () => T): T {
  const { judgeOutside } = context.integration;
  return judgeOutside ? judgeOutside(judge) : judge();
}

const outOfScope = (profile: string): GateDecision => ({
  decision: 'deny',
  risk_level: 4,
  reason: `The profile "${profile}" may not use this tool of its MCP server. Change the scopes of the gateway to allow it.`,
  reason_ja: `プロファイル "${profile}" はこの MCP ツールを利用できません。許可する場合はゲートウェイのスコープを変更してください。`,
  rule_ids: ['mcp.scope'],
});
