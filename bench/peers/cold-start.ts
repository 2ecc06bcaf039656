import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPackage } from '../../scripts/build-package.ts';
import { median, type Comparison } from '../compare-blocks.ts';
import { provideMastra } from './provide-mastra.ts';

const PACKAGE = join(import.meta.dirname, '../../packages/sekisho');
const OURS = [pathToFileURL(join(PACKAGE, 'dist/index.js')).href];

/** The imports of a program with an agent, for each peer. */
const MODULES = {
  'agents-core': ['@openai/agents-core', '@openai/agents-openai'],
  LangGraph: ['@langchain/langgraph', '@langchain/core/messages'],
  Mastra: ['@mastra/core', '@mastra/core/agent', '@mastra/core/tools'],
  'AI SDK': ['ai'],
} as const;

/** The time of a new process to import our built package, compared with each peer, alternately. */
export async function compareColdStarts(pairs: number): Promise<readonly (readonly [string, Comparison])[]> {
  await buildPackage(PACKAGE);
  const places: Partial<Record<string, string>> = { Mastra: await provideMastra() };
  return Object.entries(MODULES).map(
    ([peer, modules]) => [peer, compare(modules, pairs, places[peer])] as const,
  );
}

function compare(modules: readonly string[], pairs: number, cwd = import.meta.dirname): Comparison {
  importOnce(OURS);
  importOnce(modules, cwd);
  const samples = Array.from({ length: pairs }, (_, index) => {
    const first = index % 2 === 0 ? importOnce(OURS) : undefined;
    const other = importOnce(modules, cwd);
    return { ours: first ?? importOnce(OURS), other };
  });
  const figures = (of: 'cpu' | 'wall') => ({
    ours: median(samples.map(({ ours }) => ours[of])),
    other: median(samples.map(({ other }) => other[of])),
    ratio: median(samples.map(({ ours, other }) => ours[of] / other[of])),
  });
  return { cpu: figures('cpu'), wall: figures('wall') };
}

function importOnce(
  modules: readonly string[],
  cwd = import.meta.dirname,
): { readonly cpu: number; readonly wall: number } {
  const script = `
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (const name of ${JSON.stringify(modules)}) await import(name);
    const wall = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ cpu: (user + system) / 1000, wall }));
    process.exit();`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd,
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}
