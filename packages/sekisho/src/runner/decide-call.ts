import {
  type AgentLike,
  type GateContext,
  type GateDecision,
  SekishoError,
  type ToolCallRequest,
} from '@sekisho/engine';
import {
  actionDigest,
  argumentSummary,
  evaluateOrDeny,
  type GateVerdictWithCause,
  mask,
  parseArguments,
} from '@sekisho/engine/integration';
import { ambientScope, type RunScope } from '../sdk/run-scope.ts';
import type { ResolvedCall } from '../sdk/mediator.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { grantCoverage, type GrantCoverage } from './grant-coverage.ts';

/** A call with the gate's decision, before approvals and grants are checked. */
export interface DecidedCall {
  readonly call: ResolvedCall;
  readonly key: string;
  readonly decision: GateVerdictWithCause;
  /** Returns the digest that binds an approval to exactly this action. It is computed on demand: most calls need no approval. */
  readonly digest: () => string;
  /** The keyed digest of the arguments as the model wrote them. */
  readonly argsDigest: string;
  /** Masked arguments as canonical JSON text, for people and the log. */
  readonly argsMasked: string;
  /** Returns what a grant for this call would cover, or undefined if every such call needs its own approval. */
  readonly coverage: () => GrantCoverage | undefined;
  /** Set when the arguments cannot be judged: the body never runs, and the model receives this message. */
  readonly fault?: string | undefined;
}

/** Evaluates one call with the gate. */
export async function decideCall(
  call: ResolvedCall,
  key: string,
  scope: RunScope,
  { settings, run, context }: { settings: SessionSettings; run: RunSettings; context: GateContext },
  userIntent: string,
): Promise<DecidedCall> {
  const agent = agentOf(scope);
  const { name: agentName } = agent;
  const parsed = parseArguments(call.rawArguments, call.tool, settings.maxArgumentBytes);
  const digest = () =>
    actionDigest({
      run_id: run.runId,
      agent_name: agentName,
      tool: call.tool,
      args: call.rawArguments,
      policy_version: run.policyVersion,
    });
  const argsDigest = settings.keyring.digest(call.rawArguments);
  if (!parsed.ok) {
    const decision = {
      decision: 'deny',
      risk_level: 3,
      reason: parsed.why,
      rule_ids: ['arguments.invalid'],
    } as const;
    return {
      call,
      key,
      decision: { ...decision, rule_ids: [...decision.rule_ids] },
      digest,
      argsDigest,
      argsMasked: '{}',
      coverage: none,
      fault: parsed.why,
    };
  }
  if (!settings.isInScope(run.profile.name, call.tool)) {
    return {
      call,
      key,
      decision: outOfScope(run.profile.name),
      digest,
      argsDigest,
      argsMasked: JSON.stringify(mask(parsed.args)),
      coverage: none,
    };
  }
  const request: ToolCallRequest = {
    tool_name: call.tool.id,
    tool_kind: call.tool.kind,
    args: parsed.args,
    user_intent: userIntent,
    call_id: call.callId,
    tool: call.tool,
  };
  settings.debug?.('gate.request', {
    run_id: run.runId,
    agent: agentName,
    tool: call.tool.id,
    kind: call.tool.kind,
    call_id: call.callId,
    profile: run.profile.name,
    user: context.user,
    ...argumentSummary(parsed.args),
    intent_characters: userIntent.length,
    listed_tools: context.capabilities.tool_names.length,
  });
  // The judge may itself run an agent, which it must not judge.
  const decision = await ambientScope.exit(() => evaluateOrDeny(settings.gate, agent, { request, context }));
  const coverage = () => grantCoverage(request, { decision, agentName, context });
  return { call, key, decision, digest, argsDigest, argsMasked: JSON.stringify(mask(parsed.args)), coverage };
}

const none = () => undefined;

function agentOf(scope: RunScope): AgentLike {
  if (scope.agent) return scope.agent;
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    'A tool was called before its agent listed its tools, so the capabilities of the agent are unknown.',
  );
}

const outOfScope = (profile: string): GateDecision => ({
  decision: 'deny',
  risk_level: 4,
  reason: `The profile "${profile}" may not use this tool of its MCP server. Change the scopes of the gateway to allow it.`,
  reason_ja: `プロファイル "${profile}" はこの MCP ツールを利用できません。許可する場合はゲートウェイのスコープを変更してください。`,
  rule_ids: ['mcp.scope'],
});
