import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchCase } from '../bench-case.ts';
import type { BenchRecord } from './bench-record.ts';
import { drawPlot } from './draw-plot.ts';
import { plotsOf } from './plot-of.ts';

/** Makes `bench.md` and the plots of `bench/` in a folder of documents from the records that are kept there. */
export function writePage(docs: string): void {
  const folder = join(docs, 'bench');
  const files = readdirSync(folder);
  for (const file of files.filter((name) => name.endsWith('.svg'))) rmSync(join(folder, file));
  const records = files
    .filter((name) => name.endsWith('.json'))
    .toSorted((one, other) => one.localeCompare(other))
    .map((name): BenchRecord => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const sections = records.map((record) => writeSection(record, folder));
  writeFileSync(join(docs, 'bench.md'), [INTRODUCTION, ...sections].join('\n'));
}

const INTRODUCTION = `# Measurements

Made by \`npm run bench -- --report\` from the records in [bench](bench). Do not edit it by hand; run the command again.
\`npm run bench -- peers --report\` renews one section.

Every figure is a ratio of two sides that were measured in turn, in short blocks, in one run: whatever disturbs the machine
disturbs both. The ratio is the median of the ratios of the pairs, so it is not exactly the quotient of the two
medians beside it. Below 1 we need less than the other side, except where a rate is compared (goal \`>=\`), where above 1 is
better. Blue is the better side of 1, orange the worse. Times are milliseconds for one piece of work unless the case
says otherwise.

Wall time on a busy machine says little; CPU time says more. Each section says how busy the machine was: a load above
the number of cores means that other work was running. The section "peers" begins and ends with one side beside itself:
whatever differs from 1 there is noise, and differences of that size elsewhere mean nothing.
`;

function writeSection(record: BenchRecord, folder: string): string {
  const { bench, cases, quick, taken_on: date, machine } = record;
  const plots = plotsOf(bench, cases).map(({ title, bars }, index) => {
    const file = `${bench}-${index + 1}.svg`;
    writeFileSync(join(folder, file), drawPlot(title, bars));
    return `![${title}](bench/${file})\n`;
  });
  const busy = machine.load_before > machine.cores || machine.load_after > machine.cores;
  return [
    `## ${bench}\n`,
    [
      `${date}, ${machine.platform}, ${machine.cores} cores, Node ${machine.node}; `,
      `load ${machine.load_before} before and ${machine.load_after} after`,
      busy ? ', so **the machine was busy and these figures are provisional**' : '',
      quick ? '. A short run (`--quick`), with few pairs.\n' : '.\n',
    ].join(''),
    ...plots,
    '<details><summary>The figures</summary>\n',
    '| case | ours | other | ratio | goal | |',
    '|---|---:|---:|---:|---|---|',
    ...cases.map(row),
    '\n</details>\n',
  ].join('\n');
}

function row({ case: name, ours, other, ratio, goal, holds }: BenchCase): string {
  const verdict = goal === 'none' ? '' : holds ? 'holds' : '**does not hold**';
  return `| ${name} | ${figure(ours)} | ${figure(other)} | ${ratio.toFixed(3)} | ${goal} | ${verdict} |`;
}

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(3));
