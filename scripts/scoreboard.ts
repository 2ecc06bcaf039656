import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, refuse } from './read-options.ts';
import { writeRecords } from './scoreboard/figures.ts';
import { MEASUREMENTS, SEALED } from './scoreboard/measurements.ts';
import { BOARD_PAGES, writeFigurePages } from './scoreboard/write-pages.ts';

const USAGE = `Prints the recorded results, and writes them to the scoreboard and to every page that states one of them.

  npm run scoreboard -- [--run [NAME,...]] [--data FOLDER]

  --run    Measures again before that: everything but the sealed traces of the gate, or the named measurements and their parts:
           ${MEASUREMENTS.map(({ name }) => name).join(', ')}.
  --data   A folder with the published sets of "npm run gate:eval". Without it they are not measured and keep their records.

The benches have their own records: npm run bench -- --report.`;

const words = process.argv.slice(2);
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { run: { type: 'boolean', default: false }, data: { type: 'string' } },
});
const names = positionals.flatMap((text) => text.split(','));
if (names.length > 0 && !values.run) refuse(`${words.join(' ')}: names need --run.`, USAGE);
const chosen = MEASUREMENTS.filter(({ name }) =>
  names.length === 0
    ? name !== SEALED && (values.data !== undefined || !name.startsWith('published.'))
    : names.some((each) => name === each || name.startsWith(`${each}.`)),
);
if (chosen.length === 0) refuse(`No measurement is named ${names.join(', ')}.`, USAGE);

if (values.run)
  for (const { name, command, run } of chosen) {
    console.error(`${name}: ${command}`);
    const figures = run(values.data);
    // Each measurement is stored when it ends, because the next one may fail.
    writeRecords({ [name]: { command, date: new Date().toISOString().slice(0, 10), figures } });
  }
await writeFigurePages();
console.log(readFileSync(join(import.meta.dirname, '..', BOARD_PAGES.en), 'utf8'));
