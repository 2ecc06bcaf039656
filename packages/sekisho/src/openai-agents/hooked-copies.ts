import type { AgentsCore } from './upstream.ts';

/** Registers a copy of the Agents SDK in which every hook is installed. */
export function rememberHooked(copy: AgentsCore): void {
  hooked.add(copy);
}

/** Returns whether every hook is installed in this copy. */
export const isHooked = (copy: AgentsCore) => hooked.has(copy);

/** Returns whether the value is an instance of this class in a copy with hooks. */
export function isOfHookedCopy(value: unknown, name: 'Agent' | 'RunContext' | 'Runner'): boolean {
  for (const copy of hooked) if (value instanceof copy[name]) return true;
  return false;
}

const hooked = new Set<AgentsCore>();
