import type { ToolDescription, ToolKind, ToolManifest } from '@sekisho/engine';
import { digestOf } from '@sekisho/engine/integration';
import { isAgentTool } from './is-agent-tool.ts';
import { registeredTool } from './tool-registry.ts';

/** The origin of an MCP tool, which upstream's list of tools does not contain. */
export interface McpOrigin {
  readonly server: string;
  readonly tool: string;
  readonly annotations?: unknown;
}

/** Describes any tool of upstream. Returns undefined for an unknown kind. */
export function describeTool(tool: unknown, origin?: McpOrigin): ToolDescription | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  const cached = descriptions.get(tool);
  if (cached && isStillTrue(cached, tool)) return cached;
  const description = describe(tool, origin);
  if (description) descriptions.set(tool, description);
  return description;
}

/** Assigns the description of the original tool to its gated copy. */
export function rememberDescription(tool: object, description: ToolDescription): void {
  descriptions.set(tool, description);
}

/** Describes the handoff to another agent as a tool call. */
export function describeHandoff(toolName: string, description: string, agentName: string): ToolDescription {
  return finish({ kind: 'handoff', id: `handoff:${agentName}`, name: toolName, description });
}

const descriptions = new WeakMap<object, ToolDescription>();

/** Returns whether a cached description still applies. A host may change a tool between two runs. */
function isStillTrue({ description, parameters, definition_digest }: ToolDescription, tool: object): boolean {
  const type: unknown = Reflect.get(tool, 'type');
  if (type === 'shell') return describe(tool, undefined)?.definition_digest === definition_digest;
  if (type !== 'function') return true;
  return (
    description === textOf(Reflect.get(tool, 'description')) && parameters === Reflect.get(tool, 'parameters')
  );
}

function describe(tool: object, origin: McpOrigin | undefined): ToolDescription | undefined {
  const read = (key: string): unknown => Reflect.get(tool, key);
  const name = textOf(read('name'));
  switch (read('type')) {
    case 'function': {
      const registered = registeredTool(read('invoke'));
      const kind = registered?.kind ?? (origin ? 'mcp' : 'function');
      const id = registered?.id ?? (origin ? `mcp:${origin.server}/${origin.tool}` : name);
      const namespace = namespaceOf(tool);
      return finish({
        kind,
        // Two namespaces may contain tools with the same name, and an approver has to see which one is meant.
        id: namespace && kind === 'function' ? `${namespace}.${id}` : id,
        name: namespace ? `${namespace}.${name}` : name,
        description: textOf(read('description')),
        parameters: read('parameters'),
        annotations: origin?.annotations,
        server_id: origin?.server,
        manifest: registered?.manifest,
        ...(registered?.acceptance && { acceptance: registered.acceptance }),
        ...((kind === 'agent' || (kind === 'skill' && isAgentTool(tool))) && { delegates: true }),
      });
    }
    case 'shell':
      return read('shell') === undefined
        ? describeContainerShell(name, read('environment'))
        : finish({ kind: 'shell', id: name, name });
    case 'apply_patch':
      return finish({ kind: 'apply_patch', id: name, name });
    case 'computer':
      return finish({ kind: 'computer', id: name, name });
    case 'hosted_tool':
      return describeHosted(name, read('providerData'));
    default:
      return undefined;
  }
}

/**
 * Describes a shell in a container of the provider. Without network access its commands change nothing outside of the
 * container, like those of the code interpreter. With network access, or in a container that the host did not configure,
 * only the owner can declare their effect.
 */
function describeContainerShell(name: string, environment: unknown): ToolDescription {
  const read = (key: string): unknown => Reflect.get(Object(environment), key);
  const policy: unknown = Reflect.get(Object(read('networkPolicy')), 'type') ?? 'disabled';
  const isIsolated = read('type') === 'container_auto' && policy === 'disabled';
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
  const read = (key: string): string =>
    typeof data === 'object' && data !== null ? textOf(Reflect.get(data, key)) : '';
  if (read('type') !== 'mcp')
    return finish({ kind: 'hosted', id: `hosted:${read('type') || name}`, name: read('type') || name });
  const server = read('server_label');
  const description = read('server_description');
  const described = finish({
    kind: 'hosted_mcp',
    id: `hosted_mcp:${server}`,
    name: server,
    description,
    server_id: server,
  });
  // Another URL behind the same label is another server.
  const identity = [described.definition_digest, read('server_url'), read('connector_id')];
  return { ...described, definition_digest: digestOf(identity) };
}

function finish(parts: Omit<ToolDescription, 'definition_digest'> & { kind: ToolKind }): ToolDescription {
  const { id, kind, name, description, parameters, annotations, server_id } = parts;
  return {
    ...parts,
    definition_digest: digestOf({ id, kind, name, description, parameters, annotations, server_id }),
  };
}

function namespaceOf(tool: object): string | undefined {
  for (const key of Object.getOwnPropertySymbols(tool)) {
    if (key.description === 'functionToolNamespace') return textOf(Reflect.get(tool, key)) || undefined;
  }
  return undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
