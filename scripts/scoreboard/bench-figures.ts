import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Records } from './figures.ts';

const RECORDS = join(import.meta.dirname, '../../docs/bench');
const recordSchema = z.object({
  taken_on: z.iso.date(),
  // The ratio to a side that needs nothing, such as no sync, is not a number, which JSON stores as null.
  cases: z.array(
    z.object({ case: z.string(), ours: z.number(), other: z.number(), ratio: z.number().nullable() }),
  ),
});

/**
 * Figures of the records of `npm run bench -- NAME --report`: the bench, the cases, and what of them: the ratio, its inverse or
 * the value of one side, multiplied by a factor for the unit of the page.
 */
const DEFINITIONS: readonly (readonly [
  name: string,
  bench: string,
  cases: RegExp,
  kind?: 'inverse' | 'ours' | 'other',
  factor?: number,
])[] = [
  [
    'sdk.plain',
    'sdk',
    /^(?:1 turn|1 call|10 calls in a row(?: of an undeclared tool)?|100 runs at once), CPU$/,
  ],
  ['sdk.waits', 'sdk', /^suspend, approve, resume, CPU$/],
  ['sdk.sqlite', 'sdk', /^10 calls in a row, SQLite store, CPU$/],
  ['peers.ai-sdk.run', 'peers', peers('memory beside AI SDK')],
  ['peers.ai-sdk.wait', 'peers', /^suspend and resume · Sekisho, memory beside AI SDK · CPU$/],
  [
    'peers.ai-sdk.waiting',
    'peers',
    /^1000 suspended runs, memory of one \(bytes\) · Sekisho, memory beside AI SDK$/,
  ],
  ['peers.ai-sdk.import', 'peers', /^cold start · Sekisho beside AI SDK · CPU$/],
  [
    'peers.langgraph.wait',
    'peers',
    /^suspend and resume · Sekisho, memory beside LangGraph, memory · CPU$/,
    'inverse',
  ],
  ['peers.langgraph.file', 'peers', /^suspend and resume · Sekisho, SQLite beside LangGraph, SQLite · CPU$/],
  [
    'peers.langgraph.run',
    'peers',
    peers('(?:memory beside LangGraph, memory|SQLite beside LangGraph, SQLite)'),
    'inverse',
  ],
  [
    'peers.mastra.run',
    'peers',
    peers('(?:memory beside Mastra, memory|SQLite beside Mastra, LibSQL)', 'suspend and resume'),
    'inverse',
  ],
  ['durable.postgres.langgraph.1', 'durable', /^PostgreSQL beside LangGraph.*, 1 at once, cycles/],
  ['durable.postgres.langgraph.32', 'durable', /^PostgreSQL beside LangGraph.*, 32 at once, cycles/],
  ['durable.postgres.mastra.1', 'durable', /^PostgreSQL beside Mastra.*, 1 at once, cycles/],
  ['durable.postgres.mastra.32', 'durable', /^PostgreSQL beside Mastra.*, 32 at once, cycles/],
  ['durable.sqlite.langgraph.1', 'durable', /^SQLite beside LangGraph.*, 1 at once, cycles/],
  ['durable.sqlite.langgraph.32', 'durable', /^SQLite beside LangGraph.*, 32 at once, cycles/],
  ['durable.sqlite.mastra.1', 'durable', /^SQLite beside Mastra.*, 1 at once, cycles/],
  ['durable.sqlite.mastra.32', 'durable', /^SQLite beside Mastra.*, 32 at once, cycles/],
  ['durable.dbos.inside.1', 'durable', /^DBOS engine beside bare DBOS that waits inside, 1 at once, cycles/],
  [
    'durable.dbos.inside.32',
    'durable',
    /^DBOS engine beside bare DBOS that waits inside, 32 at once, cycles/,
  ],
  ['durable.dbos.cut.1', 'durable', /^DBOS engine beside bare DBOS cut at the wait, 1 at once, cycles/],
  ['durable.dbos.cut.32', 'durable', /^DBOS engine beside bare DBOS cut at the wait, 32 at once, cycles/],
  ['durable.sqlite.cpu.1', 'durable', /^SQLite beside .*, 1 at once, CPU/, 'ours'],
  ['durable.sqlite.cpu.32', 'durable', /^SQLite beside .*, 32 at once, CPU/, 'ours'],
  ['durable.postgres.cpu.1', 'durable', /^PostgreSQL beside .*, 1 at once, CPU/, 'ours'],
  ['durable.postgres.cpu.32', 'durable', /^PostgreSQL beside .*, 32 at once, CPU/, 'ours'],
  ['durable.dbos.cpu.1', 'durable', /^DBOS engine beside .*, 1 at once, CPU/, 'ours'],
  ['durable.dbos.cpu.32', 'durable', /^DBOS engine beside .*, 32 at once, CPU/, 'ours'],
  ['durable.large.sqlite', 'durable', /^SQLite, listing .* beside one of 100, CPU$/],
  ['durable.large.postgres', 'durable', /^PostgreSQL, listing .* beside one of 100, CPU$/],
  ...capacityOf('sqlite', 'SQLite', 'other'),
  ...capacityOf('postgres', 'PostgreSQL', 'ours'),
  ['capacity.tenants', 'capacity', /^PostgreSQL, a run in a database with 100 tenants beside 1$/],
  ['capacity.rules', 'capacity', /^memory, a run with 200 rules of the host beside none$/],
  ['capacity.tools', 'capacity', /^memory, a run of an agent with 200 tools beside 10$/],
];

/** What one machine holds with a store, in kB, in runs per second and in millions of runs per day. */
function capacityOf(name: string, store: string, side: 'ours' | 'other'): typeof DEFINITIONS {
  const rate = /^PostgreSQL beside SQLite, suspend, .*, cycles\/s$/;
  const bytes = (state: string) => new RegExp(`^PostgreSQL beside SQLite, bytes .* that ${state}$`);
  const growth = (records: number) => new RegExp(`^${store}, a run with a log of ${records} records beside`);
  return [
    [`capacity.${name}.rate`, 'capacity', rate, side],
    [`capacity.${name}.day`, 'capacity', rate, side, 86_400 / 1_000_000],
    [`capacity.${name}.cpu`, 'capacity', /^PostgreSQL beside SQLite, .*, CPU ms a cycle$/, side],
    [`capacity.${name}.waiting`, 'capacity', bytes('waits for a person'), side, 1 / 1_000],
    [`capacity.${name}.ended`, 'capacity', bytes('has ended'), side, 1 / 1_000],
    [`capacity.${name}.log.100000`, 'capacity', growth(100_000)],
    [`capacity.${name}.log.1000000`, 'capacity', growth(1_000_000)],
  ];
}

function peers(beside: string, more = '1 tool'): RegExp {
  return new RegExp(`^(?:1 turn|1 tool|10 tools in a row|${more}) · Sekisho, ${beside} · CPU$`);
}

/** Returns the figures of the stored benches. A range has two figures, NAME.min and NAME.max. */
export function benchRecords(): Records {
  const benches = new Set(DEFINITIONS.map(([, bench]) => bench));
  return Object.fromEntries(
    [...benches].map((bench) => {
      const file = readFileSync(join(RECORDS, `${bench}.json`), 'utf8');
      const { taken_on: date, cases } = recordSchema.parse(JSON.parse(file));
      const figures = DEFINITIONS.filter(([, of]) => of === bench).flatMap(
        ([name, , pattern, kind, factor = 1]) => {
          const values = cases
            .filter((each) => pattern.test(each.case))
            .flatMap(({ ours, other, ratio }) => {
              if (kind === 'ours') return ours * factor;
              if (kind === 'other') return other * factor;
              if (ratio === null) return [];
              return kind === 'inverse' ? 1 / ratio : ratio;
            });
          // A page would state the figure of an earlier record.
          if (values.length === 0)
            throw new Error(`No case of the bench ${bench} matches ${String(pattern)}.`);
          const [least, most] = [Math.min(...values).toFixed(1), Math.max(...values).toFixed(1)];
          return values.length === 1
            ? [[name, least]]
            : [
                [`${name}.min`, least],
                [`${name}.max`, most],
              ];
        },
      );
      const command = `npm run bench -- ${bench} --report`;
      const dated = { ...Object.fromEntries(figures), [`${bench}.date`]: date };
      return [`bench.${bench}`, { command, date, figures: dated }];
    }),
  );
}
