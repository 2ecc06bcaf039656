import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PUBLISHED } from './build-package.ts';

/** Packs every published package into the folder `packed`, for an installation without npm. Run `npm run build` first. */
const root = join(import.meta.dirname, '..');
const place = join(root, 'packed');
rmSync(place, { recursive: true, force: true });
mkdirSync(place);
for (const file of globSync(PUBLISHED, { cwd: root }))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: join(root, dirname(file)) });
console.log(`${readdirSync(place).length} packages are in ${place}.

  npm install "${place}"/*.tgz     in your project: installs all of them
  npm run create -- ../my-agent     here: a new project`);
