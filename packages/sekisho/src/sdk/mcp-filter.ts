/** For whom a server lists its tools. */
export interface ListingFor {
  readonly agent: object;
  readonly runContext: unknown;
}

/**
 * Whether the host lets this agent have a tool that a server lists, by the rules of upstream. Asked again here, because a
 * tool of another server may look just like the one that was kept out, and would pass for it.
 */
export async function passesFilter(
  server: object,
  tool: Readonly<Record<string, unknown>>,
  { agent, runContext }: ListingFor,
): Promise<boolean> {
  const filter: unknown = Reflect.get(server, 'toolFilter');
  if (typeof filter === 'function') {
    const context = { runContext, agent, serverName: Reflect.get(server, 'name') };
    return Boolean(await Reflect.apply(filter, server, [context, structuredClone(tool)]));
  }
  if (typeof filter !== 'object' || filter === null) return true;
  const allowed = namesIn(Reflect.get(filter, 'allowedToolNames'));
  const blocked = namesIn(Reflect.get(filter, 'blockedToolNames'));
  return (allowed.length === 0 || allowed.includes(tool['name'])) && !blocked.includes(tool['name']);
}

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
