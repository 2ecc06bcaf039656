import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The name under which the Tasks extension is negotiated. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The capabilities of the client that the server uses. */
export type ClientAbilities = { tasks: boolean; elicitation: boolean };

/** Reads the capabilities from the request. Clients of the 2025 protocol declare them once, when they connect. */
export function readClientAbilities(
  context: ServerContext,
  declared: ClientCapabilities | undefined,
): ClientAbilities {
  const capabilities = read(context.mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY) ?? declared;
  const elicitation = read(capabilities, 'elicitation');
  // A client that names no mode supports forms; one that names only URLs cannot show a form.
  const isOnlyUrl = read(elicitation, 'url') !== undefined && read(elicitation, 'form') === undefined;
  return {
    tasks: read(read(capabilities, 'extensions'), TASKS_EXTENSION) !== undefined,
    elicitation: elicitation !== undefined && !isOnlyUrl,
  };
}

// Read without a schema, because it runs on every call and a schema costs more than the tool itself.
function read(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field: unknown = Reflect.get(value, name);
  return field ?? undefined;
}
