import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BenchCase, BenchReport } from './bench-case.ts';
import { beginRecord } from './report/bench-record.ts';
import { keepRecord } from './report/keep-record.ts';

// `npm run bench -- <name>… [--json] [--quick] [--report]`: a bench is a file beside this one that exports one function.
// With --report its figures are kept in docs/bench and the page docs/bench.md is made anew.
const NOT_A_BENCH = [
  'run.ts',
  'bench-case.ts',
  'compare-blocks.ts',
  'script-model.ts',
  'sdk-sides.ts',
  'import-time.ts',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !NOT_A_BENCH.includes(file))
  .map((file) => file.slice(0, -'.ts'.length));
const wanted = positionals.length > 0 ? positionals : known;
const strangers = wanted.filter((name) => !known.includes(name));
if (strangers.length > 0) {
  console.error(`There is no bench "${strangers.join('", "')}". There are: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted) {
    const record = beginRecord(values.quick, () => new Date());
    const report = await runBench(name, values.quick);
    if (values.report) keepRecord(record(report));
    if (values.json) console.log(JSON.stringify(report));
    else print(report);
    if (report.cases.some(({ holds }) => !holds)) process.exitCode = 1;
  }
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
