import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Compiles the library that records file operations. Returns undefined where there is no gcc or no LD_PRELOAD. */
export function buildFileTrace(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'file-trace.so');
  const source = join(import.meta.dirname, 'file-trace.c');
  const { error, status, stderr } = spawnSync('gcc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-o',
    library,
    source,
    '-ldl',
  ]);
  if (error && 'code' in error && error.code === 'ENOENT') return undefined;
  if (error || status !== 0) throw new Error(`gcc failed: ${error?.message ?? String(stderr)}`);
  return library;
}
