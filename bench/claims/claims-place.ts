import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@sekisho/postgres/testing';
import type { RacePlace } from './race-sides.ts';

/** A server and a folder for one execution. Both are removed at the end, also when the process exits early. */
export async function openClaimsPlace(): Promise<RacePlace & AsyncDisposable> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-claims-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const urls = new Map<string, string>();
  return {
    folder,
    databaseUrl: async (name) => {
      const url = urls.get(name) ?? (await postgres.createDatabase(name));
      urls.set(name, url);
      return url;
    },
    [Symbol.asyncDispose]: async () => {
      await postgres.stop();
      removeFolder();
      process.off('exit', removeFolder);
    },
  };
}
