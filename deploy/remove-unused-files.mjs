// Removes from node_modules what Node does not load: declarations, source maps, pages, and the TypeScript sources of packages.
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder] = process.argv;
for (const file of globSync('**/*.{d.ts,d.mts,d.cts,ts,mts,cts,map,md,markdown,tsbuildinfo}', {
  cwd: folder,
}))
  rmSync(join(folder, file), { force: true });
