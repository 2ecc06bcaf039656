import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOptions, refuse } from '../scripts/read-options.ts';
import type { BenchCase, BenchReport } from './bench-case.ts';
import { baselineProblem, CREATE_BASELINE } from './sides/baseline.ts';
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

  npm run bench -- [NAME]... [--json] [--quick] [--report] [--baseline FOLDER]

  NAME       ${known.join(', ')}; all of them unless given.
  --quick    Fewer repetitions, for a quick check.
  --report   Stores the figures in docs/bench and generates docs/bench.md.
  --baseline FOLDER
             A checkout of version 0.1 that is measured in the same run (http, micro, loop, waiting, durable). The default
             is the environment variable SEKISHO_BENCH_BASELINE. To create one:

${CREATE_BASELINE}

Observations without times, such as duplicate decisions, are in npm run claims.`;
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    baseline: { type: 'string' },
  },
});
const wanted = positionals.length > 0 ? positionals : known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) refuse(`There is no bench "${unknown.join('", "')}".`, USAGE);
const baseline = values.baseline ?? process.env['SEKISHO_BENCH_BASELINE'];
const problem = baseline === undefined ? undefined : baselineProblem(baseline);
if (problem !== undefined) refuse(problem, USAGE);
for (const name of wanted) {
  const record = beginRecord(values.quick, () => new Date());
  const report = await runBench(name);
  if (values.report) await keepRecord(record(report));
  if (values.json) console.log(JSON.stringify(report));
  else print(report);
  if (report.cases.some(({ holds }) => !holds)) process.exitCode = 1;
}

async function runBench(name: string): Promise<BenchReport> {
  const module: Record<string, unknown> = await import(`./${name}.ts`);
  const bench = Object.values(module).find((value) => typeof value === 'function');
  if (!bench) throw new Error(`bench/${name}.ts exports no function.`);
  return Reflect.apply(bench, undefined, [{ quick: values.quick, baseline: baseline && resolve(baseline) }]);
}

function print({ bench, cases, notes = [] }: BenchReport): void {
  console.log(`\n${bench}`);
  for (const note of notes) console.log(`\n${note}\n`);
  const width = Math.max(...cases.map(({ case: name }) => name.length));
  for (const each of cases) console.log(line(each, width));
}

function line({ case: name, ours, other, ratio, goal, holds }: BenchCase, width: number): string {
  const figures = [ours, other].map((value) => value.toFixed(3).padStart(11)).join('');
  return `  ${name.padEnd(width)}${figures}  ${ratio.toFixed(3)}x  ${goal.padEnd(8)} ${holds ? 'holds' : 'DOES NOT HOLD'}`;
}
