/** For whom a server lists its tools. */
export interface ListingFor {
  readonly agent: object;
  readonly runContext: unknown;
  /** Whether another tool looks just like this one, and would pass for it if it was kept out. */
  readonly isAmbiguous: () => boolean;
}

/**
 * Whether the host lets this agent have a tool that a server lists, by the rules of upstream. A filter of the host's own
 * has answered upstream already and is asked a second time only in doubt.
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
