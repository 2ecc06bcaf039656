import type { PolicyProfile } from '../policy/policy-profile.ts';
import type { ToolCallRequest, ToolDescription } from '../wire/tool-call-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { PolicyStore } from '../policy/policy-store.ts';
import { describeHostedMcpTool } from './describe-hosted-mcp-tool.ts';
import { takeCapabilitySnapshot } from './capability-snapshot.ts';
import { RunHistory } from './provenance/run-history.ts';
import type { AgentLike, GateContext } from './safety-agent.ts';

/** A call from a program outside of a run. Missing fields are read from the agent. */
export type GateRequest = Pick<ToolCallRequest, 'tool_name' | 'tool_kind' | 'args'> &
  Partial<ToolCallRequest>;

/** The context of a call outside of a run. Only the profile is required, by name or as data. */
export type GateContextInput = Partial<Omit<GateContext, 'policyProfile'>> & {
  readonly policyProfile: string | PolicyProfile;
};

/** Returns the tools of an agent. Throws AGENTS-E-AGENT-CAPABILITY-RESOLVE for tools that cannot be read. */
export type DescribeTools = (agent: AgentLike) => Promise<readonly ToolDescription[]>;

/** A call with all inputs of a judge. */
export interface CompleteCall {
  readonly request: ToolCallRequest;
  readonly context: GateContext;
}

/**
 * Completes a call from outside of a run: the tool and the capabilities are read from the agent, and `user_intent` is
 * the user's text. Throws when the agent does not list the tool.
 */
export async function completeCall(
  agent: AgentLike,
  request: GateRequest,
  context: GateContextInput,
  { policies, describeTools }: { policies: PolicyStore; describeTools: DescribeTools },
): Promise<CompleteCall> {
  const tools = await describeTools(agent);
  const tool = request.tool ?? findTool(tools, request.tool_name);
  if (!tool) {
    throw new SekishoError(
      'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
      `Agent "${agent.name}" does not list the tool "${request.tool_name}". Add it to the tools of the agent.`,
    );
  }
  const { user_intent: intent = '' } = request;
  return {
    request: {
      ...request,
      tool_name: tool.id,
      tool_kind: tool.kind,
      user_intent: intent,
      call_id: request.call_id ?? '',
      tool,
    },
    context: {
      ...context,
      run_id: context.run_id ?? '',
      policyProfile: await profileOf(context, policies),
      capabilities: context.capabilities ?? takeCapabilitySnapshot(agent.name, tools),
      user: context.user ?? 'owner',
      history: context.history ?? historyOf(intent),
      counters: context.counters ?? { writes: 0, spend: 0, consecutive_refusals: 0 },
    },
  };
}

/** Finds a tool by its canonical id or by its model-facing name. Tools of a hosted server are `server/tool`. */
function findTool(tools: readonly ToolDescription[], name: string): ToolDescription | undefined {
  const own = tools.find(({ id, name: wire }) => id === name || wire === name);
  if (own) return own;
  for (const tool of tools) {
    if (tool.kind === 'mcp' && tool.id.endsWith(`/${name}`)) return tool;
    if (tool.kind !== 'hosted_mcp') continue;
    for (const prefix of [`${tool.id}/`, `${tool.name}/`])
      if (name.startsWith(prefix)) return describeHostedMcpTool(tool, name.slice(prefix.length));
  }
  return undefined;
}

async function profileOf(
  { policyProfile }: Partial<GateContextInput>,
  policies: PolicyStore,
): Promise<PolicyProfile> {
  if (typeof policyProfile === 'object' && 'decisions' in policyProfile) return policyProfile;
  if (typeof policyProfile === 'string') return policies.getProfile(policyProfile);
  throw new SekishoError(
    'AGENTS-E-POLICY-INVALID',
    'The gate requires context.policyProfile: strict, balanced, fast or a loaded profile.',
  );
}

function historyOf(intent: string): RunHistory {
  const history = new RunHistory();
  if (intent !== '') history.addUserText(intent);
  return history;
}
