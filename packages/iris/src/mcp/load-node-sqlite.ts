type Host = Pick<typeof process, 'emitWarning' | 'getBuiltinModule'>;

/**
 * Loads node:sqlite when the first task needs it, and not at the start. Node 22 warns that it is experimental; that
 * one warning is left out, because it would be the only thing that a host finds in the error output.
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
