type Host = Pick<typeof process, 'emitWarning' | 'getBuiltinModule'>;

/**
 * Loads node:sqlite when a store is opened. Suppresses the warning of Node 22 that it is experimental, because users of
 * this package cannot act on it.
 */
export function loadNodeSqlite(host: Host = process): typeof import('node:sqlite') {
  const emitWarning = Reflect.get(host, 'emitWarning');
  Reflect.set(host, 'emitWarning', (warning: unknown, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, host, [warning, ...rest]);
  });
  try {
    return host.getBuiltinModule('node:sqlite');
  } finally {
    Reflect.set(host, 'emitWarning', emitWarning);
  }
}
