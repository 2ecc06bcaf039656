import { atLeast, atMost, type BenchCase, type BenchReport } from './bench-case.ts';
import { compareBlocks, type Comparison } from './compare-blocks.ts';
import { compareImports } from './import-time.ts';
import type { ModelScript } from './script-model.ts';
import {
  gatedAgent,
  ourSide,
  QUESTION,
  rawAgent,
  rawSide,
  runGated,
  runRaw,
  suspendGated,
  suspendRaw,
  type StoreKind,
} from './sdk-sides.ts';

interface Options {
  readonly quick?: boolean;
}

const READ = 'get_weather';

/** This package compared with `@openai/agents-core` alone, on the same scripted model, alternately in one process. */
export async function benchSdk({ quick = false }: Options = {}): Promise<BenchReport> {
  const pairs = quick ? 9 : 41;
  const long = quick ? 3 : 7;
  const cases: BenchCase[] = [];
  const both = (name: string, { cpu, wall }: Comparison, goal: number) =>
    cases.push(atMost(`${name}, CPU`, cpu, goal), atMost(`${name}, wall`, wall, goal));

  const ten = await compareRuns('memory', script(10, 1), 1, pairs);
  both('1 turn', await compareRuns('memory', script(0, 1), 1, pairs), 1.1);
  both('1 call', await compareRuns('memory', script(1, 1), 1, pairs), 1.1);
  both('10 calls in a row', ten, 1.1);
  both(
    '10 calls in a row of an undeclared tool',
    await compareRuns('memory', script(10, 1, 'lookup_weather'), 1, pairs),
    1.1,
  );
  both('100 calls at once', await compareRuns('memory', script(1, 100), 1, long), 1.1);
  const hundred = await compareRuns('memory', script(1, 1), 100, pairs);
  both('100 runs at once', hundred, 1.1);
  both('suspend, approve, resume', await compareWaits('memory', waiting(0), pairs), 1.1);
  both('200 turns, suspend, approve, resume', await compareWaits('memory', waiting(200), quick ? 1 : 3), 1.1);
  cases.push(atMost('saving a run of 200 turns as text, CPU', await compareSaving(waiting(200), long), 0.3));
  both('10 calls in a row, SQLite store', await compareRuns('sqlite', script(10, 1), 1, pairs), 1.6);

  const eighty = await compareRuns('memory', script(80, 1), 1, long);
  cases.push(atMost('ratio at 80 calls beside 10 calls, CPU', growth(eighty, ten), 1.1));
  const many = await compareRuns('memory', script(1, 1), 400, long);
  cases.push(atMost('ratio at 400 runs beside 100 runs, CPU', growth(many, hundred), 1.1));

  const { wall } = await compareStores(waiting(0), 32, pairs);
  const throughput = { ours: wall.ours, other: wall.other, ratio: 1 / wall.ratio };
  cases.push(atLeast('32 waits at once, SQLite beside memory, throughput', throughput, 0.7));

  const imports = await compareImports(quick ? 3 : 9);
  cases.push(atMost('import, CPU', imports.cpu, 1.25), atMost('import, wall', imports.wall, 1.25));
  return { bench: 'sdk', cases };
}

const BLOCK_MS = 40;

const script = (turns: number, calls: number, tool = READ): ModelScript => ({ turns, calls, tool });

const waiting = (turns: number): ModelScript => ({ turns, calls: 1, tool: READ, last: 'ask_weather' });

/** `runs` concurrent runs on both sides. */
async function compareRuns(
  store: StoreKind,
  model: ModelScript,
  runs: number,
  pairs: number,
): Promise<Comparison> {
  const ours = gatedAgent(model);
  const other = rawAgent(model);
  return compareBlocks(
    ourSide(store, (runner) => times(runs, () => runGated(runner, ours))),
    rawSide((runner) => times(runs, () => runRaw(runner, other))),
    { pairs, blockMs: BLOCK_MS },
  );
}

async function compareWaits(store: StoreKind, model: ModelScript, pairs: number): Promise<Comparison> {
  const ours = gatedAgent(model);
  const other = rawAgent(model);
  return compareBlocks(
    ourSide(store, (runner) => suspendGated(runner, ours)),
    rawSide((runner) => suspendRaw(runner, other)),
    { pairs, blockMs: BLOCK_MS },
  );
}

async function compareStores(model: ModelScript, runs: number, pairs: number): Promise<Comparison> {
  const agent = gatedAgent(model);
  const side = (store: StoreKind) =>
    ourSide(store, (runner) => times(runs, () => suspendGated(runner, agent)));
  return compareBlocks(side('sqlite'), side('memory'), { pairs, blockMs: BLOCK_MS });
}

/** `toString()` of a waiting run, ours with its seal compared with upstream's own. */
async function compareSaving(model: ModelScript, pairs: number): Promise<Comparison['cpu']> {
  const ours = gatedAgent(model);
  const other = rawAgent(model);
  const { runner } = await ourSide('memory', async () => {}).prepare();
  const options = { maxTurns: 1_000 };
  const { state: sealed } = await runner.run(ours, QUESTION, options);
  const { state: plain } = await (await rawSide(async () => {}).prepare()).run(other, QUESTION, options);
  return (await compareBlocks(save(sealed), save(plain), { pairs, blockMs: BLOCK_MS })).cpu;
}

const save = (state: { toString(): string }) => ({
  prepare: () => state,
  work: async () => state.toString(),
});

/** The ratio of the large case divided by that of the small case: 1 when our cost grows like upstream's. */
function growth(large: Comparison, small: Comparison): Comparison['cpu'] {
  return { ours: large.cpu.ratio, other: small.cpu.ratio, ratio: large.cpu.ratio / small.cpu.ratio };
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  if (count === 1) await work();
  else await Promise.all(Array.from({ length: count }, work));
}
