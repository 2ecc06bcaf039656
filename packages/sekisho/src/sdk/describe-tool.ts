import { digestOf } from '../contracts/digest.ts';
import type { ToolDescription, ToolKind } from '../contracts/tool-call-request.ts';
import { registeredTool } from './tool-registry.ts';

/** Where an MCP tool comes from, as upstream's list of tools does not say. */
export interface McpOrigin {
  readonly server: string;
  readonly tool: string;
  readonly annotations?: unknown;
}

/** Describes any tool that upstream knows; undefined for a kind that nobody has taught the checkpoint. */
export function describeTool(tool: unknown, origin?: McpOrigin): ToolDescription | undefined {
  if (typeof tool !== 'object' || tool === null) return undefined;
  const cached = descriptions.get(tool);
  if (cached) return cached;
  const description = describe(tool, origin);
  if (description) descriptions.set(tool, description);
  return description;
}

/** Makes a gated copy of a tool known under the description of its original. */
export function rememberDescription(tool: object, description: ToolDescription): void {
  descriptions.set(tool, description);
}

/** Describes the transfer to another agent as a call like any other. */
export function describeHandoff(toolName: string, description: string, agentName: string): ToolDescription {
  return finish({ kind: 'handoff', id: `handoff:${agentName}`, name: toolName, description });
}

// A tool object is immutable to upstream once it is listed, so what was read of it once stays true.
const descriptions = new WeakMap<object, ToolDescription>();

function describe(tool: object, origin: McpOrigin | undefined): ToolDescription | undefined {
  const read = (key: string): unknown => Reflect.get(tool, key);
  const name = textOf(read('name'));
  switch (read('type')) {
    case 'function': {
      const registered = registeredTool(read('invoke'));
      const namespace = namespaceOf(tool);
      return finish({
        kind: registered?.kind ?? (origin ? 'mcp' : 'function'),
        id:
          registered?.id ??
          (origin ? `mcp:${origin.server}/${origin.tool}` : namespace ? `${namespace}.${name}` : name),
        name: namespace ? `${namespace}.${name}` : name,
        description: textOf(read('description')),
        parameters: read('parameters'),
        annotations: origin?.annotations,
        server_id: origin?.server,
        manifest: registered?.manifest,
      });
    }
    case 'shell':
      return finish({ kind: read('shell') === undefined ? 'hosted' : 'shell', id: name, name });
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

function describeHosted(name: string, data: unknown): ToolDescription {
  const read = (key: string): string =>
    typeof data === 'object' && data !== null ? textOf(Reflect.get(data, key)) : '';
  if (read('type') !== 'mcp')
    return finish({ kind: 'hosted', id: `hosted:${read('type') || name}`, name: read('type') || name });
  const server = read('server_label');
  const description = read('server_description');
  return finish({
    kind: 'hosted_mcp',
    id: `hosted_mcp:${server}`,
    name: server,
    description,
    server_id: server,
  });
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
