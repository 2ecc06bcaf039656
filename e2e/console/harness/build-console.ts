import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the console once before the stories, so that they see what is written now. */
export function setup(): void {
  const folder = join(import.meta.dirname, '../../../app/console');
  const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: 'inherit',
    // Vitest says "test", and React would come with everything that helps developers.
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
