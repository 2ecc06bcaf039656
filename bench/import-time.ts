import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackage } from '../scripts/build-package.ts';
import { median, type Comparison } from './compare-blocks.ts';

const ROOT = join(import.meta.dirname, '..');
const OURS = [pathToFileURL(join(ROOT, 'packages/sekisho/dist/index.js')).href];
const UPSTREAM = ['@openai/agents-core', '@openai/agents-openai'];

/** Imports the built package and the packages of upstream that it uses, each in new processes, alternately. */
export async function compareImports(pairs: number): Promise<Comparison> {
  for (const name of ['engine', 'sekisho']) await buildPackage(join(ROOT, 'packages', name));
  importOnce(OURS);
  importOnce(UPSTREAM);
  const samples = Array.from({ length: pairs }, (_, index) => {
    const first = index % 2 === 0 ? importOnce(OURS) : undefined;
    const other = importOnce(UPSTREAM);
    return { ours: first ?? importOnce(OURS), other };
  });
  const figures = (of: 'cpu' | 'wall') => ({
    ours: median(samples.map(({ ours }) => ours[of])),
    other: median(samples.map(({ other }) => other[of])),
    ratio: median(samples.map(({ ours, other }) => ours[of] / other[of])),
  });
  return { cpu: figures('cpu'), wall: figures('wall') };
}

function importOnce(modules: readonly string[]): { readonly cpu: number; readonly wall: number } {
  const script = `
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const wall = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ cpu: (user + system) / 1000, wall }));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}
