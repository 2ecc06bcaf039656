import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

/** A measurement whose results are figures. */
export interface Measurement {
  readonly name: string;
  /** The command as a person would type it. */
  readonly command: string;
  /** Returns the figures by name. Throws when the measurement did not end. */
  readonly run: (data: string | undefined) => Readonly<Record<string, string>>;
}

const SOAK_OPTIONS = ['--minutes', '30'];
const CHAOS_OPTIONS = ['--runs', '200', '--kills', '20', '--database-kills', '2'];

/** The measurement of traces that must not influence the rules. It is taken only when it is named. */
export const SEALED = 'sealed';

/** Test files whose counts are figures. `full` runs them in the size of `npm run test:slow`. */
const TESTS: readonly (readonly [name: string, files: readonly string[], size: 'short' | 'full'])[] = [
  ['drop-in', ['packages/sekisho/test/drop-in/drop-in.test.ts'], 'short'],
  ['adapter.ai-sdk', ['packages/ai-sdk'], 'short'],
  ['adapter.langchain', ['packages/langchain'], 'short'],
  ['adapter.claude-agent', ['packages/claude-agent'], 'short'],
  ['adapter.hook', ['packages/cli/test/hook.test.ts'], 'short'],
  ['crash.points', ['packages/sekisho/test/crash-points.test.ts'], 'full'],
  ['crash.kill', ['packages/sekisho/test/crash-kill.test.ts'], 'full'],
  ['crash.faults', ['packages/sekisho/test/gate-faults.test.ts'], 'full'],
  ['crash.matrix', ['packages/postgres/test/crash-matrix.test.ts'], 'full'],
  ['crash.proxy', ['packages/proxy/test/proxy-kill.test.ts'], 'full'],
];

/** All measurements of the scoreboard besides the benches, which have their own records. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'own', command: 'npm run gate:eval', run: ownFigures },
  { name: SEALED, command: 'npm run gate:eval -- --sealed', run: sealedFigures },
  ...(['balanced', 'strict', 'fast'] as const).map((profile) => ({
    name: `published.${profile}`,
    command: 'npm run gate:eval -- DATA --profile NAME',
    run: (data: string | undefined) => publishedFigures(profile, data),
  })),
  ...TESTS.map(([name, files, size]) => ({
    name,
    command: `npx vitest run ${size === 'full' ? '--mode full ' : ''}${files.join(' ')}`,
    run: () => testFigures(name, files, size),
  })),
  { name: 'integrations', command: 'npm run test:integrations', run: integrationFigures },
  { name: 'chaos', command: `npm run chaos -- ${CHAOS_OPTIONS.join(' ')}`, run: chaosFigures },
  { name: 'soak', command: `npm run soak -- ${SOAK_OPTIONS.join(' ')}`, run: soakFigures },
];

const scoresSchema = z.object({
  attacks: z.number(),
  attacks_stopped: z.number().optional(),
  calls: z.number(),
  calls_allowed: z.number().optional(),
  writes: z.number(),
  writes_allowed: z.number().optional(),
  questions_per_task: z.number().optional(),
});
const gateSchema = z.object({
  reports: z.array(
    z.object({
      set: z.string(),
      part: z.string(),
      configuration: z.string(),
      total: scoresSchema,
      by_language: z.record(z.string(), scoresSchema),
    }),
  ),
});

function scoreGate(options: readonly string[]) {
  return gateSchema.parse(JSON.parse(script('gate:eval', [...options, '--json']))).reports;
}

/** The set of this repository: every configuration, and the rules alone by part and by language. */
function ownFigures(): Record<string, string> {
  const figures: Record<string, string> = {};
  for (const { set, part, configuration, total, by_language: languages } of scoreGate([])) {
    if (set !== 'own' && MEASURED.has(configuration))
      Object.assign(figures, scoresOf(nameOf(set, part, configuration), total, ['percent']));
    if (set !== 'own') continue;
    if (part === 'development' && configuration !== 'rules') continue;
    Object.assign(figures, scoresOf(nameOf('own', part, configuration), total, ['percent']));
    if (part === 'development' || configuration !== 'rules') continue;
    for (const [language, scores] of Object.entries(languages))
      Object.assign(figures, scoresOf(nameOf('own', 'language', language), scores, ['percent']));
  }
  return figures;
}

/** The configurations that are recorded of the second and the third set. */
const MEASURED: ReadonlySet<string> = new Set(['rules', 'declared manifests']);

function sealedFigures(): Record<string, string> {
  const reports = scoreGate(['--sealed']).filter(
    ({ set, part, configuration }) => set === 'second' && part === 'held-out' && MEASURED.has(configuration),
  );
  if (reports.length < MEASURED.size) throw new Error('The sealed traces were not scored.');
  return Object.assign(
    {},
    ...reports.map(({ configuration, total }) =>
      scoresOf(nameOf('second', 'sealed', configuration), total, ['percent']),
    ),
  );
}

/** The published sets: the rules alone, on the half that was not used for tuning. */
function publishedFigures(profile: string, data: string | undefined): Record<string, string> {
  if (data === undefined) throw new Error('The published sets need --data FOLDER.');
  return Object.assign(
    {},
    ...scoreGate([data, '--profile', profile])
      .filter(
        ({ set, part, configuration }) => set !== 'own' && part === 'held-out' && configuration === 'rules',
      )
      .map(({ set, total }) =>
        scoresOf(nameOf('published', profile, set), total, ['percent', 'count', 'of']),
      ),
  );
}

type Unit = 'percent' | 'count' | 'of';

function scoresOf(
  name: string,
  scores: z.infer<typeof scoresSchema>,
  units: readonly Unit[],
): Record<string, string> {
  const shares = [
    ['attacks', scores.attacks_stopped, scores.attacks],
    ['calls', scores.calls_allowed, scores.calls],
    ['writes', scores.writes_allowed, scores.writes],
  ] as const;
  const figures = shares.flatMap(([kind, share, of]) => {
    if (share === undefined) return [];
    const values = { percent: `${(share * 100).toFixed(1)} %`, count: number(share * of), of: number(of) };
    return units.map((unit) => [`${name}.${kind}.${unit}`, values[unit]]);
  });
  const questions = scores.questions_per_task;
  return Object.fromEntries(
    questions === undefined ? figures : [...figures, [`${name}.questions`, questions.toFixed(2)]],
  );
}

const testsSchema = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
});

function testFigures(name: string, files: readonly string[], size: 'short' | 'full'): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-scoreboard-'));
  try {
    const output = join(folder, 'tests.json');
    const mode = size === 'full' ? ['--mode', 'full'] : [];
    const vitest = ['vitest', 'run', ...mode, ...files, '--reporter=json', `--outputFile=${output}`];
    // Failed tests are a result; the counts show them.
    spawnSync('npx', vitest, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
    const { numPassedTests, numTotalTests } = testsSchema.parse(JSON.parse(readFileSync(output, 'utf8')));
    if (numTotalTests === 0) throw new Error(`${name}: no test was run.`);
    return { [`${name}.passed`]: number(numPassedTests), [`${name}.total`]: number(numTotalTests) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hooksSchema = z.object({
  columns: z.array(
    z.object({
      client: z.string(),
      version: z.string(),
      way: z.string(),
      rows: z.array(z.object({ situation: z.string(), executed: z.number() })),
    }),
  ),
});

/** Runs the coding agents and reads the table that the run writes. A situation that a client does not have is a dash. */
function integrationFigures(): Record<string, string> {
  spawnSync('npm', ['run', '-s', 'test:integrations'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  return recordedIntegrations();
}

/** The figures of the recorded table. */
function recordedIntegrations(): Record<string, string> {
  const text = readFileSync(join(ROOT, 'docs/integrations/hooks.json'), 'utf8');
  const columns = hooksSchema.parse(JSON.parse(text)).columns.filter(({ way }) => way === 'launcher');
  const situations = new Set(columns.flatMap(({ rows }) => rows.map(({ situation }) => situation)));
  return Object.fromEntries(
    columns.flatMap(({ client, version, rows }) => [
      [nameOf('integrations', client, 'version'), version],
      ...[...situations].map((situation) => {
        const row = rows.find((each) => each.situation === situation);
        return [nameOf('integrations', client, situation), row ? String(row.executed) : '–'];
      }),
    ]),
  );
}

const chaosSchema = z.object({
  runs: z.number(),
  done: z.number(),
  kills: z.number(),
  databaseKills: z.number(),
  unknown: z.number(),
  wonTwice: z.array(z.unknown()),
  refundedTwice: z.array(z.unknown()),
  unexplained: z.number(),
});

function chaosFigures(): Record<string, string> {
  const output = script('chaos', CHAOS_OPTIONS);
  const ledger = chaosSchema.parse(JSON.parse(/^\{[^]*?^\}/m.exec(output)?.[0] ?? '{}'));
  return {
    'chaos.runs': number(ledger.runs),
    'chaos.done': number(ledger.done),
    'chaos.kills': number(ledger.kills),
    'chaos.database-kills': number(ledger.databaseKills),
    'chaos.unknown': number(ledger.unknown),
    'chaos.repeated': number(ledger.wonTwice.length + ledger.refundedTwice.length),
    'chaos.lost': number(ledger.unexplained),
  };
}

const soakSchema = z.object({
  store: z.enum(['sqlite', 'postgres']),
  jobs: z.number(),
  done: z.number(),
  kills: z.number(),
  records: z.number(),
  fullDisks: z.number().optional(),
  databaseKills: z.number().optional(),
});

/** The soak fails when an invariant does not hold, so a result has no findings. */
function soakFigures(): Record<string, string> {
  const reports = script('soak', SOAK_OPTIONS).match(/^\{.*\}$/gm) ?? [];
  return Object.fromEntries(
    reports.flatMap((line) => {
      const { store, fullDisks = 0, databaseKills = 0, ...counts } = soakSchema.parse(JSON.parse(line));
      const figures = { ...counts, faults: fullDisks + databaseKills };
      return Object.entries(figures).map(([name, count]) => [nameOf('soak', store, name), number(count)]);
    }),
  );
}

const script = (name: string, options: readonly string[]): string =>
  execFileSync('npm', ['run', '-s', name, '--', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

/** Returns the name of a figure. */
export const nameOf = (...parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(/[^\w]+/g, '-')).join('.');

const number = (value: number): string => Math.round(value).toLocaleString('en-US');
