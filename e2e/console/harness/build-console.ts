import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the console once before the tests, so that they use the current sources. */
export function setup(): void {
  const folder = join(import.meta.dirname, '../../../app/console');
  const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
    // Vitest sets NODE_ENV to "test", which would bundle the development build of React.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
