import { SekishoError, type ToolDescription } from '@sekisho/engine';
import { describeHandoff, describeTool, rememberDescription } from './describe-tool.ts';
import { gateAgentModel } from './gated-model.ts';
import { gateInPlace, hostPolicyOfFunctionTool } from './gated-function-tool.ts';
import { gateTool, type FoundTool } from './gate-tool.ts';
import type { HostPolicy } from '@sekisho/engine/integration';
import { rememberHostPolicy } from './host-policy.ts';
import { isAgentTool } from './is-agent-tool.ts';
import { listingFailure, mcpOriginOf, rememberOrigins, watchListings } from './mcp-origins.ts';
import type { MethodHook } from './method-hook.ts';
import { gateToolUseBehavior, rememberOriginal } from './original-tools.ts';
import { providerToolKey } from './require-listed.ts';
import { requireHookedAgent } from './refuse-other-copies.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import type { AgentsCore, AnyAgent, Handoff, Tool } from './upstream.ts';

/** Gates everything that a model can call: tools, MCP tools, handoffs and agents as tools. */
export function toolListHooks({ Agent: { prototype: owner } }: AgentsCore): MethodHook[] {
  return [
    {
      owner,
      name: 'getMcpTools',
      wrap: (original) =>
        async function (...args) {
          if (!ambientScope.getStore() || !isAgent(this)) return Reflect.apply(original, this, args);
          watchListings(this.mcpServers);
          try {
            const tools: Tool[] = await Reflect.apply(original, this, args);
            await rememberOrigins(this.mcpServers, tools, { agent: this, runContext: args[0] });
            return tools;
          } catch (error) {
            throw listingFailure(error);
          }
        },
    },
    {
      owner,
      name: 'getAllTools',
      wrap: (original) =>
        async function (...args) {
          const tools: Tool[] = await Reflect.apply(original, this, args);
          const scope = ambientScope.getStore();
          return scope && isAgent(this) ? exposeTools(scope, this, tools) : tools;
        },
    },
    {
      owner,
      name: 'getEnabledHandoffs',
      wrap: (original) =>
        async function (...args) {
          const handoffs: Handoff[] = await Reflect.apply(original, this, args);
          const scope = ambientScope.getStore();
          return scope ? exposeHandoffs(scope, handoffs) : handoffs;
        },
    },
    {
      owner,
      name: 'asTool',
      wrap: (original) =>
        function (...args) {
          return gateInPlace(Reflect.apply(original, this, args), 'agent');
        },
    },
  ];
}

async function exposeTools(scope: RunScope, agent: AnyAgent, tools: readonly Tool[]): Promise<Tool[]> {
  gateAgentModel(agent);
  gateToolUseBehavior(agent);
  const shown = new Map<string, ToolDescription>();
  const gated: Tool[] = [];
  const providerTools = new Set<string>();
  for (const tool of tools) {
    if (tool.type === 'function' && isAgentTool(tool)) gateInPlace(tool, 'agent');
    const description = describeTool(tool, mcpOriginOf(tool));
    if (!description) {
      throw new SekishoError(
        'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
        `Agent "${agent.name}" has a tool of the unknown kind "${tool.type}". Remove it.`,
      );
    }
    rememberHostPolicy(description, await hostPolicyOfTool(tool, description));
    shown.set(wireKey(description), description);
    const copy = gateTool(tool, description, (added) => listFound(agent, added));
    rememberDescription(copy, description);
    gated.push(copy);
    const key = providerToolKey(copy);
    if (key !== undefined) providerTools.add(key);
  }
  for (const tool of found(agent)) await show(shown, tool);
  scope.agent = agent;
  scope.tools = shown;
  scope.providerTools = providerTools;
  await scope.mediator.authorizeTools(scope, [...shown.values()]);
  return gated;
}

/** Adds the tools of a search. Their calls may be in the response that started the search, so they are decided now. */
async function listFound(agent: AnyAgent, tools: readonly FoundTool[]): Promise<void> {
  found(agent).push(...tools);
  const scope = ambientScope.getStore();
  if (!scope) return;
  const shown = new Map(scope.tools);
  for (const tool of tools) await show(shown, tool);
  scope.tools = shown;
  await scope.mediator.commitFoundTools(scope);
}

async function show(shown: Map<string, ToolDescription>, tool: FoundTool): Promise<void> {
  const description = describeTool(tool);
  if (!description) return;
  rememberHostPolicy(description, await hostPolicyOfFunctionTool(tool));
  shown.set(wireKey(description), description);
}

/** Returns the tools that searches added for an agent. Upstream adds them after the list that passes the hook. */
function found(agent: AnyAgent): FoundTool[] {
  const tools = foundTools.get(agent) ?? [];
  foundTools.set(agent, tools);
  return tools;
}

const foundTools = new WeakMap<AnyAgent, FoundTool[]>();

async function hostPolicyOfTool(tool: Tool, { kind }: ToolDescription): Promise<HostPolicy> {
  if (tool.type === 'function') return hostPolicyOfFunctionTool(tool);
  if (kind === 'shell' || kind === 'apply_patch' || kind === 'computer') return 'per_call';
  if (kind !== 'hosted_mcp') return 'never';
  return Reflect.get(Object(Reflect.get(tool, 'providerData')), 'require_approval') === 'never'
    ? 'never'
    : 'always';
}

/** Returns the key by which a call finds its tool: the name on the wire, or the kind for calls without a name. */
function wireKey(tool: ToolDescription): string {
  switch (tool.kind) {
    case 'shell':
      return 'shell_call';
    case 'apply_patch':
      return 'apply_patch_call';
    case 'computer':
      return 'computer_call';
    case 'hosted_mcp':
      return `hosted_mcp:${tool.name}`;
    case 'hosted':
      return `hosted:${tool.name}`;
    case 'function':
    case 'mcp':
    case 'skill':
    case 'agent':
    case 'handoff':
      return tool.name;
  }
}

function exposeHandoffs(scope: RunScope, handoffs: readonly Handoff[]): Handoff[] {
  const shown = new Map<string, ToolDescription>();
  const gated = handoffs.map((handoff) => {
    requireHookedAgent(scope, handoff.agent);
    shown.set(
      handoff.toolName,
      describeHandoff(handoff.toolName, handoff.toolDescription, handoff.agentName),
    );
    const copy = handoff.clone({
      onInvokeHandoff: async (context, args) => {
        // A saved state lists its handoffs before the resumed run starts, so the current scope applies.
        const now = ambientScope.getStore() ?? scope;
        const call = [...now.calls.values()].find(
          ({ wireName, rawArguments }) => wireName === handoff.toolName && rawArguments === args,
        );
        if (!call || now.mediator.stageOf(call.key)?.stage !== 'allowed') {
          throw now.mediator.refuse(
            { callId: '', wireName: handoff.toolName, rawArguments: args, type: 'function_call' },
            'The handoff to another agent was never decided by the gate.',
          );
        }
        let agent: Awaited<ReturnType<typeof handoff.onInvokeHandoff>> | undefined;
        await now.mediator.execute(call, async () => (agent = await handoff.onInvokeHandoff(context, args)));
        requireHookedAgent(now, agent);
        now.transferredTo = agent;
        return agent ?? handoff.agent;
      },
    });
    rememberOriginal(copy, handoff);
    return copy;
  });
  scope.handoffs = shown;
  return gated;
}

const isAgent = (value: object): value is AnyAgent => Reflect.has(value, 'mcpServers');
