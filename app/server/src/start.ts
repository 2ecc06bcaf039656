import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isBuildStale } from './files/is-build-stale.ts';

/** Builds the console if necessary and starts the server, as a person expects after cloning the repository. */
const folder = join(import.meta.dirname, '../../console');
if (isBuildStale(folder)) {
  const require = createRequire(join(folder, 'package.json'));
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    // Standard output is reserved for the start-up output.
    stdio: ['ignore', process.stderr.fd, 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import('./main.ts');
