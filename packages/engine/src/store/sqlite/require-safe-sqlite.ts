import { SekishoError } from '../../errors/sekisho-error.ts';

const OLDEST = [3, 51, 3] as const;

/** Throws for versions whose WAL can be corrupted when two processes share the file. */
export function requireSafeSqlite(version: string, node = process.versions.node): void {
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (!(part >= oldest)) {
      throw new SekishoError(
        'AGENTS-E-STORE',
        `Node ${node} has SQLite ${version}, which can damage a file that several processes share. Install Node 22.22.3, ` +
          `24.15.0, 26.0.0 or a newer version of these (SQLite ${OLDEST.join('.')}), or choose another store, for example ` +
          'createRunner({ store: postgresStore(pool) }).',
      );
    }
  }
}
