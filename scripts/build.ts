import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPackage, PUBLISHED } from './build-package.ts';

const root = join(import.meta.dirname, '..');
const folders = globSync(PUBLISHED, { cwd: root }).map((file) => join(root, dirname(file)));
for (const folder of folders) rmSync(join(folder, 'dist'), { recursive: true, force: true });
// Declarations by the compiler, which also checks the types; the code by the bundler.
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b'], {
  cwd: root,
  stdio: 'inherit',
});
for (const folder of folders) {
  const files = await buildPackage(folder);
  console.log(`${folder.slice(root.length + 1)}: ${files.join(', ')}`);
}
// The package of the server contains the pages of the console.
execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
  cwd: join(root, 'app/console'),
  stdio: 'inherit',
});
cpSync(join(root, 'app/console/dist'), join(root, 'app/server/dist/web'), { recursive: true });
