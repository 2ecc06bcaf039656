import { SekishoError } from '../../errors/sekisho-error.ts';

const OLDEST = [3, 51, 3] as const;

/** Refuses versions whose WAL can be corrupted when two processes share the file. */
export function requireSafeSqlite(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [index, oldest] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (!(part >= oldest)) {
      throw new SekishoError(
        'AGENTS-E-STORE',
        `This Node has SQLite ${version}, which can damage a shared file. Use a Node with SQLite ${OLDEST.join('.')} or newer (22.23, 24.15 or later).`,
      );
    }
  }
}
