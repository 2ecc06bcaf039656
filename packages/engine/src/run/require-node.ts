import { SekishoError } from '../errors/sekisho-error.ts';
import { requireSafeSqlite } from '../store/sqlite/require-safe-sqlite.ts';
import type { EngineOptions } from './engine-parts.ts';

/** The relevant versions of this process. `sqlite` is undefined where Node has none. */
type Versions = Pick<NodeJS.ProcessVersions, 'node'> & { readonly sqlite?: string | undefined };

/** Throws when this version of Node is not supported, before a model is called or a file is written. */
export function requireNode(store: EngineOptions['store'], versions: Versions = process.versions): void {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) {
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `Node ${versions.node} is too old for Sekisho. Install Node 24, or 22.22.3 or newer of Node 22, and start the program again.`,
    );
  }
  const isEmbedded = store === undefined || (typeof store === 'object' && store !== null);
  if (isEmbedded && versions.sqlite !== undefined) requireSafeSqlite(versions.sqlite, versions.node);
}
