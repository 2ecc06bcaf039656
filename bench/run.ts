import { readdirSync } from 'node:fs';
import { readOptions, refuse } from '../scripts/read-options.ts';
import type { BenchCase, BenchReport } from './bench-case.ts';
import { beginRecord } from './report/bench-record.ts';
import { keepRecord } from './report/keep-record.ts';

// A bench is a file in this folder that exports one function.
const NOT_A_BENCH = [
  'run.ts',
  'claims.ts',
  'bench-case.ts',
  'compare-blocks.ts',
  'script-model.ts',
  'sdk-sides.ts',
  'import-time.ts',
];

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !NOT_A_BENCH.includes(file))
  .map((file) => file.slice(0, -'.ts'.length));
const USAGE = `Measures this project beside others, as ratios in one run. Exits 1 when a goal does not hold.

  npm run bench -- [NAME]... [--json] [--quick] [--report]

  NAME       ${known.join(', ')}; all of them unless given.
  --quick    Fewer repetitions, for a quick check.
  --report   Stores the figures in docs/bench and generates docs/bench.md.

Observations without times, such as duplicate decisions, are in npm run claims.`;
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const wanted = positionals.length > 0 ? positionals : known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) refuse(`There is no bench "${unknown.join('", "')}".`, USAGE);
for (const name of wanted) {
  const record = beginRecord(values.quick, () => new Date());
  const report = await runBench(name, values.quick);
  if (values.report) keepRecord(record(report));
  if (values.json) console.log(JSON.stringify(report));
  else print(report);
  if (report.cases.some(({ holds }) => !holds)) process.exitCode = 1;
}

async function runBench(name: string, quick: boolean): Promise<BenchReport> {
  const module: Record<string, unknown> = await import(`./${name}.ts`);
  const bench = Object.values(module).find((value) => typeof value === 'function');
  if (!bench) throw new Error(`bench/${name}.ts exports no function.`);
  return Reflect.apply(bench, undefined, [{ quick }]);
}

function print({ bench, cases }: BenchReport): void {
  console.log(`\n${bench}`);
  const width = Math.max(...cases.map(({ case: name }) => name.length));
  for (const each of cases) console.log(line(each, width));
}

function line({ case: name, ours, other, ratio, goal, holds }: BenchCase, width: number): string {
  const figures = [ours, other].map((value) => value.toFixed(3).padStart(11)).join('');
  return `  ${name.padEnd(width)}${figures}  ${ratio.toFixed(3)}x  ${goal.padEnd(8)} ${holds ? 'holds' : 'DOES NOT HOLD'}`;
}
