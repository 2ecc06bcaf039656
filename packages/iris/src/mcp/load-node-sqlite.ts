type Host = Pick<typeof process, 'emitWarning' | 'getBuiltinModule'>;

/**
 * Loads node:sqlite when the first task needs it, not at the start. Node 22 warns that it is experimental; that
 * warning is suppressed, because hosts show the error output to users.
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
