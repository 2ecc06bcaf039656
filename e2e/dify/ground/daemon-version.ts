/** The properties of a daemon version that the tests depend on. */
export type DaemonTraits = {
  /** True when `SERVER_HOST` sets the address; older versions listen on every interface. */
  readonly hasServerHost: boolean;
  /** True when `commandline migrate` creates the tables; older versions create them at every start. */
  readonly migratesByCommand: boolean;
  /** The author in the id of a plugin on the debugging port: the plugin's author or the workspace. */
  readonly debuggedAs: 'author' | 'tenant';
};

/** Returns the properties of a version such as `0.6.10`. */
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
