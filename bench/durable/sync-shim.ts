import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'sync-shim.c');
const COUNT_FILE = 'SEKISHO_BENCH_SYNC_FILE';

/** The note in a report without figures that need the shim. */
export const NO_SHIM =
  'Figures with a slow or counted fsync are left out: they need Linux and gcc, which compiles bench/durable/sync-shim.c.';

/** Returns the environment of processes whose syncs are counted and slowed. */
export type SyncShim = (delayMs: number) => Readonly<Record<string, string>>;

/** Compiles the shim into a folder. Returns undefined where that is impossible. */
export function compileSyncShim(folder: string): SyncShim | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'sync-shim.so');
  const compiled = spawnSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (compiled.error) return undefined;
  if (compiled.status !== 0) throw new Error(`gcc does not compile ${SOURCE}. ${compiled.stderr}`);
  let processes = 0;
  return (delayMs) => {
    processes += 1;
    const file = join(folder, `syncs-${processes}`);
    writeFileSync(file, new Uint8Array(8));
    return { LD_PRELOAD: library, [COUNT_FILE]: file, SEKISHO_BENCH_SYNC_DELAY_MS: String(delayMs) };
  };
}

/** The number of syncs of this process until now, when it runs with the shim. */
export function readSyncCount(): number | undefined {
  const file = process.env[COUNT_FILE];
  return file === undefined ? undefined : Number(readFileSync(file).readBigUInt64LE());
}
