/** Which tools of which servers a profile may touch: server id to names of tools; `*` stands for all. */
type McpScope = Readonly<Record<string, readonly string[]>>;

/** The scopes of all profiles. A profile without an entry touches nothing. */
export type McpScopes = Readonly<Record<string, McpScope>>;

/** Deny-leaning: `strict` has to name what it wants; elsewhere tools that nobody accepted still wait for a person. */
export const DEFAULT_MCP_SCOPES: McpScopes = {
  strict: {},
  balanced: { '*': ['*'] },
  fast: { '*': ['*'] },
};

/** Whether a profile may touch a tool. */
export function isInScope(
  scopes: McpScopes,
  profile: string,
  { serverId, toolName }: { readonly serverId: string; readonly toolName: string },
): boolean {
  const scope = ownValue(scopes, profile);
  if (!scope) return false;
  // What is said about a server by name counts, even if it is less than what is said about all.
  const tools = ownValue(scope, serverId) ?? ownValue(scope, '*') ?? [];
  return tools.includes('*') || tools.includes(toolName);
}

// Own properties only: a server called "constructor" must not find Object.prototype.
function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
