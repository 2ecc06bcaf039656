import { execFileSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPackage } from './build-package.ts';

const root = join(import.meta.dirname, '..');
const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => join(root, dirname(file)));
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
