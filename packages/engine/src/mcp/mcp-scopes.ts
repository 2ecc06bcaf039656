/** The tools that a profile may use: server ids mapped to tool names. `*` means all. */
type McpScope = Readonly<Record<string, readonly string[]>>;

/** The scopes of all profiles. A profile without an entry may use no tool. */
export type McpScopes = Readonly<Record<string, McpScope>>;

/**
 * The default scopes. `strict` must name its tools. In other profiles, tools that were not accepted still require an
 * approval.
 */
export const DEFAULT_MCP_SCOPES: McpScopes = { strict: {}, balanced: { '*': ['*'] }, fast: { '*': ['*'] } };

/** Returns whether a profile may use a tool. */
export function isInScope(
  scopes: McpScopes,
  profile: string,
  { serverId, toolName }: { readonly serverId: string; readonly toolName: string },
): boolean {
  const scope = ownValue(scopes, profile);
  if (!scope) return false;
  // An entry for a server by name has precedence over `*`, even if it allows less.
  const tools = ownValue(scope, serverId) ?? ownValue(scope, '*') ?? [];
  return tools.includes('*') || tools.includes(toolName);
}

// Only own properties count, so that a server called "constructor" does not match Object.prototype.
function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
