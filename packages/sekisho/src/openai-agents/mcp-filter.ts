/** The agent and run for which a server lists its tools. */
export interface ListingFor {
  readonly agent: object;
  readonly runContext: unknown;
  /** Returns whether another tool looks the same and would be taken for this one if this one was filtered out. */
  readonly isAmbiguous: () => boolean;
}

/**
 * Returns whether the host's filter lets this agent use a tool of a server, by upstream's rules. Upstream has already
 * called a filter function of the host; it is called a second time only for an ambiguous tool.
 */
export async function passesFilter(
  server: object,
  tool: Readonly<Record<string, unknown>>,
  { agent, runContext, isAmbiguous }: ListingFor,
): Promise<boolean> {
  const filter: unknown = Reflect.get(server, 'toolFilter');
  if (typeof filter === 'function') {
    if (!isAmbiguous()) return true;
    const context = { runContext, agent, serverName: Reflect.get(server, 'name') };
    return Boolean(await Reflect.apply(filter, server, [context, structuredClone(tool)]));
  }
  if (typeof filter !== 'object' || filter === null) return true;
  const allowed = namesIn(Reflect.get(filter, 'allowedToolNames'));
  const blocked = namesIn(Reflect.get(filter, 'blockedToolNames'));
  return (allowed.length === 0 || allowed.includes(tool['name'])) && !blocked.includes(tool['name']);
}

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
