import { SekishoError, type ToolKind } from '@sekisho/engine';
import type { HostPolicy } from '@sekisho/engine/integration';
import { describeHandoff, describeTool, isAgentTool } from './describe-tool.ts';
import { gateFunctionTool, gateInPlace, hostPolicyOf } from './gate-function-tool.ts';
import { requireApprovalAlways, searchThroughGate } from './gate-hosted-tool.ts';
import { gateLocalTool } from './gate-local-tool.ts';
import { gateModel, providerToolKey } from './gate-model.ts';
import { withOrigins } from './mcp-origins.ts';
import { requirePatchedAgent } from './other-copies.ts';
import { read } from './read-value.ts';
import { ambientScope, type ListedTool, type RunScope } from './run-scope.ts';
import {
  agentRecord,
  originalOf,
  toolRecord,
  validCopy,
  type AgentRecord,
  type ExposedTools,
} from './records.ts';
import type { AnyAgent, AnyFunctionTool, Handoff, Tool } from './upstream.ts';

/** Records the server of each MCP tool that an agent lists. */
export function recordMcpTools(original: CallableFunction) {
  return async function getMcpTools(this: AnyAgent, ...args: unknown[]): Promise<Tool[]> {
    if (this.mcpServers.length === 0 || !ambientScope.getStore()) return Reflect.apply(original, this, args);
    const listTools = (): Promise<Tool[]> => Reflect.apply(original, this, args);
    return withOrigins({ agent: this, runContext: args[0] }, listTools);
  };
}

/** Gates the tools that an agent lists. */
export function gateTools(original: CallableFunction) {
  return async function getAllTools(this: AnyAgent, ...args: unknown[]): Promise<Tool[]> {
    const tools: Tool[] = await Reflect.apply(original, this, args);
    const scope = ambientScope.getStore();
    return scope ? exposeTools(scope, this, tools) : tools;
  };
}

/** Gates the handoffs that an agent lists. */
export function gateHandoffs(original: CallableFunction) {
  return async function getEnabledHandoffs(this: object, ...args: unknown[]): Promise<Handoff[]> {
    const handoffs: Handoff[] = await Reflect.apply(original, this, args);
    const scope = ambientScope.getStore();
    if (!scope) return handoffs;
    scope.handoffs = new Map(handoffs.map((handoff) => [handoff.toolName, describeHandoff(handoff)]));
    return handoffs.map((handoff) => gateHandoff(scope, handoff));
  };
}

/** Gates an agent that is used as a tool. */
export function gateAgentTool(original: CallableFunction) {
  return function asTool(this: object, ...args: unknown[]): unknown {
    return gateInPlace(Reflect.apply(original, this, args), 'agent');
  };
}

/**
 * Makes `agent.model` and `agent.toolUseBehavior` return gated values inside gated runs. Upstream reads these properties and
 * has no other extension point there. A name is unchanged: the provider of a named model is gated.
 */
export function gateAgent(agent: AnyAgent): AgentRecord {
  const record = agentRecord(agent);
  const { gated } = record;
  if (!gated.has('model') && typeof agent.model !== 'string') {
    gated.add('model');
    gateProperty(agent, 'model', (model) => (typeof model === 'string' ? model : gateModel(model)));
  }
  if (!gated.has('toolUseBehavior') && typeof agent.toolUseBehavior !== 'string') {
    gated.add('toolUseBehavior');
    gateProperty(agent, 'toolUseBehavior', withOriginals);
  }
  return record;
}

/** Replaces a property by an accessor that returns the gated value inside gated runs. */
function gateProperty<K extends 'model' | 'toolUseBehavior'>(
  agent: AnyAgent,
  key: K,
  gate: (value: AnyAgent[K]) => AnyAgent[K],
): void {
  let current = agent[key];
  let inside = gate(current);
  Object.defineProperty(agent, key, {
    get: () => (ambientScope.getStore() ? inside : current),
    set: (value: AnyAgent[K]) => {
      current = value;
      inside = gate(value);
    },
    enumerable: true,
    configurable: true,
  });
}

type Behavior = Extract<AnyAgent['toolUseBehavior'], CallableFunction>;

/** Returns a function that receives results with the host's tools, so that it can compare them. */
function withOriginals(behavior: AnyAgent['toolUseBehavior']): AnyAgent['toolUseBehavior'] {
  if (typeof behavior !== 'function') return behavior;
  const known = behaviors.get(behavior);
  if (known) return known;
  const wrapped: Behavior = (context, results) => behavior(context, results.map(withOriginal));
  behaviors.set(behavior, wrapped);
  behaviors.set(wrapped, wrapped);
  return wrapped;
}

const withOriginal = <T extends { readonly tool: object }>(result: T): T => ({
  ...result,
  tool: originalOf(result.tool),
});

const behaviors = new WeakMap<Behavior, Behavior>();

async function exposeTools(scope: RunScope, agent: AnyAgent, tools: readonly Tool[]): Promise<Tool[]> {
  const record = gateAgent(agent);
  const exposed = isCurrent(record, tools) ? record.exposed : await gateList(agent, record, tools);
  record.exposed = exposed;
  scope.agent = agent;
  scope.tools = exposed.shown;
  scope.providerTools = exposed.providerTools;
  await scope.mediator.authorizeTools(agent, exposed.descriptions);
  return [...exposed.gated];
}

/** Returns whether the last list is still valid: the same function tools in the same order, none of them changed. */
function isCurrent(record: AgentRecord, tools: readonly Tool[]): record is Required<AgentRecord> {
  const { exposed, found } = record;
  if (exposed?.tools.length !== tools.length || found.length > 0) return false;
  return tools.every((tool, index) => tool === exposed.tools[index] && validCopy(tool) !== undefined);
}

async function gateList(
  agent: AnyAgent,
  { found }: AgentRecord,
  tools: readonly Tool[],
): Promise<ExposedTools> {
  const shown = new Map<string, ListedTool>();
  const gated: Tool[] = [];
  const providerTools = new Set<string>();
  for (const tool of tools) {
    if (tool.type === 'function' && isAgentTool(tool)) gateInPlace(tool, 'agent');
    const listed = await list(shown, tool);
    if (!listed) {
      throw new SekishoError(
        'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
        `Agent "${agent.name}" has a tool of the unknown kind "${tool.type}". Remove it.`,
      );
    }
    const copy = gateTool(tool, listed, agent);
    Object.assign(toolRecord(copy), listed);
    gated.push(copy);
    const key = copy.type === 'function' ? undefined : providerToolKey(copy);
    if (key !== undefined) providerTools.add(key);
  }
  for (const tool of found) await list(shown, tool);
  const descriptions = Array.from(shown.values(), ({ description }) => description);
  return { tools: [...tools], gated, shown, providerTools, descriptions };
}

/** Adds a tool to a list. Returns undefined for a tool of an unknown kind. */
async function list(shown: Map<string, ListedTool>, tool: Tool): Promise<ListedTool | undefined> {
  const description = describeTool(tool);
  if (!description) return undefined;
  const listed = { description, hostPolicy: await policyOf(tool, description.kind) };
  toolRecord(tool).hostPolicy = listed.hostPolicy;
  shown.set(wireKey(listed), listed);
  return listed;
}

async function policyOf(tool: Tool, kind: ToolKind): Promise<HostPolicy> {
  if (tool.type === 'function') return hostPolicyOf(tool);
  if (kind === 'hosted') return 'never';
  if (kind !== 'hosted_mcp') return 'per_call';
  return read(read(tool, 'providerData'), 'require_approval') === 'never' ? 'never' : 'always';
}

/** Returns a tool whose calls pass the gate, in the way that its kind requires. */
function gateTool(tool: Tool, { description: { kind } }: ListedTool, agent: AnyAgent): Tool {
  switch (tool.type) {
    case 'function':
      return gateFunctionTool(tool);
    case 'computer':
    case 'apply_patch':
      return gateLocalTool(tool);
    case 'shell':
      return kind === 'shell' ? gateLocalTool(tool) : tool;
    case 'hosted_tool':
      return kind === 'hosted_mcp'
        ? requireApprovalAlways(tool)
        : searchThroughGate(tool, (found) => listFound(agent, found));
  }
}

/** Adds the tools of a search. Their calls may be in the response that started the search, so they are decided now. */
async function listFound(agent: AnyAgent, tools: readonly AnyFunctionTool[]): Promise<void> {
  agentRecord(agent).found.push(...tools);
  const scope = ambientScope.getStore();
  if (!scope) return;
  const shown = new Map(scope.tools);
  for (const tool of tools) await list(shown, tool);
  scope.tools = shown;
  await scope.mediator.commitFoundTools(scope);
}

/** Returns the key by which a call finds its tool: the name on the wire, or the kind for calls without a name. */
function wireKey({ description: { kind, name } }: ListedTool): string {
  switch (kind) {
    case 'shell':
    case 'apply_patch':
    case 'computer':
      return `${kind}_call`;
    case 'hosted_mcp':
    case 'hosted':
      return `${kind}:${name}`;
    case 'function':
    case 'mcp':
    case 'skill':
    case 'agent':
    case 'handoff':
      return name;
  }
}

function gateHandoff(scope: RunScope, handoff: Handoff): Handoff {
  requirePatchedAgent(scope, handoff.agent);
  const copy = handoff.clone({
    onInvokeHandoff: async (context, args) => {
      // A saved state lists its handoffs before the resumed run starts, so the current scope applies.
      const now = ambientScope.getStore() ?? scope;
      const call = [...now.calls.values()].find(
        ({ wireName, rawArguments }) => wireName === handoff.toolName && rawArguments === args,
      );
      if (!call || now.mediator.stageOf(call.key)?.stage !== 'allowed')
        throw now.refuse({ wireName: handoff.toolName, rawArguments: args }, UNDECIDED_HANDOFF);
      let agent: Awaited<ReturnType<typeof handoff.onInvokeHandoff>> | undefined;
      await now.mediator.execute(call, async () => (agent = await handoff.onInvokeHandoff(context, args)));
      requirePatchedAgent(now, agent);
      now.transferredTo = agent;
      return agent ?? handoff.agent;
    },
  });
  toolRecord(copy).original = handoff;
  return copy;
}

const UNDECIDED_HANDOFF = 'The handoff to another agent was never decided by the gate.';
