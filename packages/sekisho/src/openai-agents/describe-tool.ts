import { SekishoError, type ToolDescription, type ToolKind, type ToolManifest } from '@sekisho/engine';
import { describeHostedMcpTool, digestOf } from '@sekisho/engine/integration';
import { withOrigins } from './mcp-origins.ts';
import { isRecord, read, textOf } from './read-value.ts';
import type { ListedTool, ResolvedCall, UpstreamCall } from './run-scope.ts';
import { toolRecord, registeredTool, type RegisteredTool, type ToolRecord } from './records.ts';
import { Agent, RunContext, type AnyAgent, type Tool } from './upstream.ts';

/** Describes any tool of upstream. Returns undefined for an unknown kind. */
export function describeTool(tool: unknown): ToolDescription | undefined {
  if (!isRecord(tool)) return undefined;
  const record = toolRecord(tool);
  const known = record.description;
  // A host may change a tool between two runs.
  if (known && tool['type'] === 'function') {
    if (known.description === (tool['description'] ?? '') && known.parameters === tool['parameters'])
      return known;
  }
  const description = describe(tool, record);
  // The same object is returned for the same definition, because manifests are stored by object.
  if (known && known.definition_digest === description?.definition_digest) return known;
  if (description) record.description = description;
  return description;
}

/** Describes the handoff to another agent as a tool without a policy of the host. */
export function describeHandoff(handoff: {
  readonly toolName: string;
  readonly toolDescription: string;
  readonly agentName: string;
}): ListedTool {
  const { toolName: name, toolDescription, agentName } = handoff;
  const parts = { kind: 'handoff', id: `handoff:${agentName}`, name, description: toolDescription } as const;
  return { description: finish(parts), hostPolicy: 'never' };
}

/**
 * Returns a call with its tool. The model sees a hosted MCP server as one tool, but the server has many: decisions, approval
 * requests, grants and records are about the tool that the call names.
 */
export function resolveCall(call: UpstreamCall, { description, hostPolicy }: ListedTool): ResolvedCall {
  const tool = call.type === 'hosted_mcp_call' ? toolOfServer(description, call.wireName) : description;
  return { ...call, tool, hostPolicy };
}

/**
 * Describes the tools of an agent outside of a run: its own tools and those of its MCP servers. Accepts an agent of
 * upstream or any object with a list of tools. Throws AGENTS-E-AGENT-CAPABILITY-RESOLVE for tools that cannot be read.
 */
export async function describeAgentTools(agent: unknown): Promise<ToolDescription[]> {
  const name = textOf(read(agent, 'name'));
  const tools = read(agent, 'tools');
  if (!Array.isArray(tools)) {
    throw unresolved(
      `Agent "${name}" has no list of tools, so its capabilities are unknown. Pass an agent with its tools.`,
    );
  }
  const listed: readonly unknown[] = [...(agent instanceof Agent ? await mcpToolsOf(agent) : []), ...tools];
  return listed.map((tool) => {
    // A tool without a type is a plain object of the host and counts as a function.
    const isPlain = isRecord(tool) && !Reflect.has(tool, 'type') && textOf(tool['name']) !== '';
    const described = describeTool(isPlain ? { ...tool, type: 'function' } : tool);
    if (described) return described;
    throw unresolved(
      `Agent "${name}" has a tool of the unknown kind "${textOf(read(tool, 'type')) || typeof tool}". Remove it.`,
    );
  });
}

/**
 * Returns whether an agent executes the tool. Such tools are usually created before the patches are installed, and upstream
 * does not mark them. Only they accept listeners without a method to remove or call them. A function tool that a program
 * made an emitter is not an agent tool, so its effects are recorded.
 */
export function isAgentTool(tool: object): boolean {
  const listen: unknown = Reflect.get(tool, 'on');
  return (
    Reflect.get(tool, 'type') === 'function' &&
    typeof listen === 'function' &&
    listen.length === 2 &&
    !EMITTING.some((name) => Reflect.has(tool, name))
  );
}

const EMITTING = ['emit', 'off', 'removeListener'];

async function mcpToolsOf(agent: AnyAgent): Promise<readonly Tool[]> {
  if (agent.mcpServers.length === 0) return [];
  try {
    const runContext = new RunContext<unknown>(undefined);
    return await withOrigins({ agent, runContext }, () => agent.getMcpTools(runContext));
  } catch (cause) {
    const message = `The MCP servers of agent "${agent.name}" cannot list their tools. Connect them first.`;
    throw unresolved(message, cause);
  }
}

const unresolved = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-AGENT-CAPABILITY-RESOLVE', message, cause === undefined ? undefined : { cause });

function toolOfServer(server: ToolDescription, name: string): ToolDescription {
  const known = toolsOfServers.get(server) ?? new Map<string, ToolDescription>();
  toolsOfServers.set(server, known);
  const tool = known.get(name) ?? describeHostedMcpTool(server, name);
  if (known.size < MAX_NAMES) known.set(name, tool);
  return tool;
}

/** Limits the cache, because a model can invent any number of names. */
const MAX_NAMES = 1000;

const toolsOfServers = new WeakMap<ToolDescription, Map<string, ToolDescription>>();

function describe(tool: Record<string, unknown>, { origin }: ToolRecord): ToolDescription | undefined {
  const name = textOf(tool['name']);
  switch (tool['type']) {
    case 'function':
      return describeFunction(tool, name, origin);
    case 'shell':
      return tool['shell'] === undefined
        ? describeContainerShell(name, tool['environment'])
        : finish({ kind: 'shell', id: name, name });
    case 'apply_patch':
      return finish({ kind: 'apply_patch', id: name, name });
    case 'computer':
      return finish({ kind: 'computer', id: name, name });
    case 'hosted_tool':
      return describeHosted(name, tool['providerData']);
    default:
      return undefined;
  }
}

function describeFunction(
  tool: Record<string, unknown>,
  name: string,
  listed: ToolRecord['origin'],
): ToolDescription {
  const registered: Partial<RegisteredTool> = registeredTool(tool['invoke']) ?? UNREGISTERED;
  const { manifest, acceptance } = registered;
  const origin = listed ?? registered.mcp;
  const kind = registered.kind ?? (origin ? 'mcp' : 'function');
  const id = registered.id ?? (origin ? `mcp:${origin.server}/${origin.tool}` : name);
  const namespace = namespaceOf(tool);
  return finish({
    kind,
    // Two namespaces may contain tools with the same name, and an approver has to see which one is meant.
    id: namespace && kind === 'function' ? `${namespace}.${id}` : id,
    name: namespace ? `${namespace}.${name}` : name,
    description: textOf(tool['description']),
    parameters: tool['parameters'],
    annotations: origin?.annotations,
    server_id: origin?.server,
    manifest,
    ...(acceptance && { acceptance }),
    ...(isDelegation(kind, tool) && { delegates: true }),
  });
}

const UNREGISTERED: Partial<RegisteredTool> = {};

const isDelegation = (kind: ToolKind, tool: object) =>
  kind === 'agent' || (kind === 'skill' && isAgentTool(tool));

/**
 * Describes a shell in a container of the provider. Without network access its commands change nothing outside of the
 * container, like those of the code interpreter. With network access, or in a container that the host did not configure,
 * only the owner can declare their effect.
 */
function describeContainerShell(name: string, environment: unknown): ToolDescription {
  const policy = read(read(environment, 'networkPolicy'), 'type') ?? 'disabled';
  const isIsolated = read(environment, 'type') === 'container_auto' && policy === 'disabled';
  const described = finish({
    kind: 'hosted',
    id: 'hosted:shell',
    name,
    ...(isIsolated && { manifest: ISOLATED }),
  });
  return { ...described, definition_digest: digestOf([described.definition_digest, environment]) };
}

const ISOLATED: ToolManifest = {
  effect: 'read',
  arguments: {},
  trusted_source: false,
  sensitive: false,
  idempotent: false,
  origin: 'declared',
  confirmed: true,
};

function describeHosted(name: string, data: unknown): ToolDescription {
  const type = textOf(read(data, 'type'));
  if (type !== 'mcp') return finish({ kind: 'hosted', id: `hosted:${type || name}`, name: type || name });
  const server = textOf(read(data, 'server_label'));
  const described = finish({
    kind: 'hosted_mcp',
    id: `hosted_mcp:${server}`,
    name: server,
    description: textOf(read(data, 'server_description')),
    server_id: server,
  });
  // Another URL behind the same label is another server.
  const address = [textOf(read(data, 'server_url')), textOf(read(data, 'connector_id'))];
  return { ...described, definition_digest: digestOf([described.definition_digest, ...address]) };
}

function finish(parts: Omit<ToolDescription, 'definition_digest'> & { kind: ToolKind }): ToolDescription {
  const { id, kind, name, description, parameters, annotations, server_id } = parts;
  const definition = { id, kind, name, description, parameters, annotations, server_id };
  return { ...parts, definition_digest: digestOf(definition) };
}

function namespaceOf(tool: object): string | undefined {
  for (const key of Object.getOwnPropertySymbols(tool)) {
    if (key.description === 'functionToolNamespace') return textOf(Reflect.get(tool, key)) || undefined;
  }
  return undefined;
}
