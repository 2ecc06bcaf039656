import { readOptions, refuse } from '../../../../scripts/read-options.ts';
import { booksBalance } from './books-balance.ts';
import { runChaos } from './run-chaos.ts';
import { runMatrix } from './run-matrix.ts';

const USAGE = `Runs on many workers and servers that are killed, with the database under them; then the books must balance.

  npm run chaos -- [--runs 1500] [--workers 4] [--servers 2] [--kills 60] [--database-kills 3] [--engine none|dbos]
                   [--seconds 900] [--seed 1]
  npm run chaos -- --matrix [--engine none|dbos]

  --matrix   A kill at every point of a run instead, of everybody in turn.`;
const { values } = readOptions(USAGE, {
  options: {
    runs: { type: 'string', default: '1500' },
    workers: { type: 'string', default: '4' },
    servers: { type: 'string', default: '2' },
    kills: { type: 'string', default: '60' },
    'database-kills': { type: 'string', default: '3' },
    engine: { type: 'string', default: 'none' },
    seconds: { type: 'string', default: '900' },
    seed: { type: 'string', default: '1' },
    matrix: { type: 'boolean', default: false },
  },
});
const engine =
  values.engine === 'dbos' || values.engine === 'none'
    ? values.engine
    : refuse('--engine must be none or dbos.', USAGE);
process.exitCode = (values.matrix ? await playMatrix() : await playChaos()) ? 0 : 1;

async function playMatrix(): Promise<boolean> {
  const bad = await runMatrix(engine, console.log);
  console.log(
    bad.length === 0 ? 'Every cell ended as documented.' : `${bad.length} cells did not end as documented.`,
  );
  return bad.length === 0;
}

async function playChaos(): Promise<boolean> {
  let last = '';
  const ledger = await runChaos({
    runs: Number(values.runs),
    workers: Number(values.workers),
    servers: Number(values.servers),
    kills: Number(values.kills),
    databaseKills: Number(values['database-kills']),
    engine,
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    print: (line) => {
      if (line !== last) console.log(line);
      last = line;
    },
  });
  console.log(JSON.stringify(ledger, null, 2));
  const holds = booksBalance(ledger);
  console.log(holds ? 'The ledger matches the log.' : 'The ledger does not match the log.');
  return holds;
}
