import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { PUBLISHED } from './build-package.ts';
import { releaseProblem } from './release/release-problem.ts';

/** Builds, checks and publishes every package whose version is not on npm yet. `npm run versions` comes before it. */
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const USAGE = `npm run release                 checks the packages and publishes those whose version is new
npm run release -- --dry-run    does the same without publishing: shows what npm would receive`;

const root = join(import.meta.dirname, '..');
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
});
const packedSchema = z.object({ filename: z.string(), size: z.number(), entryCount: z.number() });

if (values.help) console.log(USAGE);
else process.exitCode = release(values['dry-run']);

function release(isDryRun: boolean): number {
  const problem = isDryRun ? undefined : releaseProblem(root);
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  for (const script of ['check', 'check:packages', 'check:licences']) {
    console.log(`\n==> npm run ${script}`);
    const { status } = spawnSync('npm', ['run', script], { cwd: root, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`npm run ${script} failed, so nothing was published.`);
      return status ?? 1;
    }
  }
  if (isDryRun) return showPackages();
  console.log('\n==> changeset publish');
  return spawnSync('npx', ['changeset', 'publish'], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function showPackages(): number {
  console.log('\n==> What npm would receive');
  for (const file of globSync(PUBLISHED, { cwd: root }).toSorted()) {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));
    if (manifest.private) continue;
    const folder = join(root, dirname(file));
    const printed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' });
    const [packed] = z.tuple([packedSchema]).rest(packedSchema).parse(JSON.parse(printed));
    console.log(
      `${manifest.name}@${manifest.version}: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} kB`,
    );
  }
  console.log('Nothing was published.');
  return 0;
}
