/** What the tests have to know about a version of Dify's daemon. */
export type DaemonTraits = {
  /** True when `SERVER_HOST` decides where it listens; older versions listen on every interface. */
  readonly hasServerHost: boolean;
  /** True when `commandline migrate` makes the tables; older versions make them at every start. */
  readonly migratesByCommand: boolean;
  /** Under whose name a plugin on the debugging port is listed: its author's, or that of the workspace. */
  readonly debuggedAs: 'author' | 'tenant';
};

/** Describes a version such as `0.6.10`. */
export function describeVersion(version: string): DaemonTraits {
  return {
    hasServerHost: isAtLeast(version, [0, 5, 3]),
    migratesByCommand: isAtLeast(version, [0, 6, 0]),
    debuggedAs: isAtLeast(version, [0, 6, 1]) ? 'author' : 'tenant',
  };
}

function isAtLeast(version: string, least: readonly [number, number, number]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, bound] of least.entries()) {
    const part = parts[index] ?? 0;
    if (part !== bound) return part > bound;
  }
  return true;
}
