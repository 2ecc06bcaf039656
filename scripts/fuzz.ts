import { randomInt } from 'node:crypto';
import type * as fc from 'fast-check';
import { documentTargets } from './fuzz/document-targets.ts';
import type { FuzzTarget } from './fuzz/fuzz-target.ts';
import { gateTargets } from './fuzz/gate-targets.ts';
import { keepSeed, readSeeds } from './fuzz/kept-seeds.ts';
import { streamTargets } from './fuzz/stream-targets.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `Tries the stored seeds, then new inputs for each target in turn until the time is over. Exits with 1 and stores the seed
when a property is violated.

  npm run fuzz -- [--seconds 60] [--seed N] [--only PART-OF-A-NAME]`;
const ROUNDS = 4;
const MAX_RUNS = 10_000_000;

const { values } = readOptions(USAGE, {
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const targets = [...gateTargets, ...streamTargets, ...documentTargets].filter(
  ({ name }) => values.only === undefined || name.includes(values.only),
);
const seconds = Number(values.seconds);
const firstSeed = Number(values.seed ?? randomInt(2 ** 31));
if (targets.length === 0) refuse(`No target has "${values.only}" in its name.`, USAGE);
if (!(seconds > 0) || !Number.isSafeInteger(firstSeed)) refuse('--seconds and --seed are numbers.', USAGE);
await main();

async function main(): Promise<void> {
  const tried = new Map(targets.map(({ name }) => [name, 0]));
  const broken = new Set<string>();
  const end = Date.now() + seconds * 1_000;
  console.log(`Seed ${firstSeed}, ${seconds} s, ${targets.length} targets.`);
  for (const { target: name, seed, path } of readSeeds()) {
    const target = targets.find((each) => each.name === name);
    if (target && !(await holds(target, { seed, path, numRuns: 1, endOnFailure: true }))) broken.add(name);
  }
  const sliceMs = Math.max(200, (seconds * 1_000) / targets.length / ROUNDS);
  for (let round = 0; Date.now() < end; round += 1) {
    for (const target of targets) {
      const left = Math.min(sliceMs, end - Date.now());
      if (broken.has(target.name) || left <= 0) continue;
      const seed = (firstSeed + round) % 2 ** 31;
      const parameters = { seed, numRuns: MAX_RUNS, interruptAfterTimeLimit: left };
      const isFine = await holds(target, parameters, (runs) => {
        tried.set(target.name, (tried.get(target.name) ?? 0) + runs);
      });
      if (!isFine) broken.add(target.name);
    }
    if (targets.every(({ name }) => broken.has(name))) break;
  }
  for (const [name, runs] of tried) {
    console.log(`${broken.has(name) ? 'BROKEN' : 'holds '}  ${name.padEnd(28)} ${runs} inputs`);
    if (runs === 0 && !broken.has(name)) throw new Error(`${name} was never tried. Raise --seconds.`);
  }
  if (broken.size > 0) process.exitCode = 1;
}

async function holds(
  target: FuzzTarget,
  parameters: fc.Parameters<unknown>,
  count: (runs: number) => void = () => {},
): Promise<boolean> {
  const { failed, numRuns, seed, counterexamplePath, counterexample, errorInstance } =
    await target.check(parameters);
  count(numRuns);
  if (!failed || counterexample === null) return true;
  console.error(`\n${target.name} does not hold. Seed ${seed}, path ${counterexamplePath}.`);
  console.error(JSON.stringify(counterexample)?.slice(0, 2_000));
  console.error(errorInstance instanceof Error ? errorInstance.message : errorInstance);
  const found = new Date().toISOString().slice(0, 10);
  keepSeed({ target: target.name, seed, path: counterexamplePath ?? '', found });
  return false;
}
