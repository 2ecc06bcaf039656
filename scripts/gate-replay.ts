import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ManifestRegistry } from '../packages/engine/src/gate/manifest/manifest-registry.ts';
import { recordedToolsSchema, recordedTraceSchema } from './gate-replay/recorded-trace.ts';
import { replayTrace } from './gate-replay/replay-trace.ts';
import { summarizeReplay } from './gate-replay/summarize-replay.ts';
import { loadProfile } from '../packages/engine/src/policy/load-profile.ts';

const HELP = `Replays recorded tool calls through the gate, without a model.

  npm run gate:replay -- --tools FILE --traces FILE [--profile balanced] [--out FILE] [--summary]

  --tools FILE     JSON: a list of {name, description, parameters}, or an object of such lists by suite.
                   Not needed when each trace carries its own tools.
  --traces FILE    JSON Lines: one {id, kind, user_instruction, steps: [{tool, args, output, actor}]} a line.
  --profile NAME   strict, balanced (the default) or fast.
  --out FILE       Where to write one JSON line per call; standard output if left out and no --summary is asked for.
  --summary        Prints what was stopped and what passed.
  --help           Prints this text.`;

const WARM_UP_TRACES = 50;
const now = () => performance.now();

try {
  main();
} catch (error) {
  console.error(`gate:replay: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      tools: { type: 'string' },
      traces: { type: 'string' },
      profile: { type: 'string', default: 'balanced' },
      out: { type: 'string' },
      summary: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (values.traces === undefined) throw new Error('--traces FILE is missing. Try --help.');
  const profile = loadProfile(values.profile);
  const tools = values.tools === undefined ? [] : readTools(values.tools);
  const traces = readTraces(values.traces);
  const orphan = traces.find((trace) => trace.tools === undefined && values.tools === undefined);
  if (orphan !== undefined) throw new Error(`The trace "${orphan.id}" carries no tools; pass --tools FILE.`);
  // The first calls include the compilation of the code, so they are not measured.
  for (const trace of traces.slice(0, WARM_UP_TRACES))
    replayTrace(trace, { tools, profile, manifests: new ManifestRegistry(), now });
  const manifests = new ManifestRegistry();
  const replayed = traces.map((trace) => ({
    kind: trace.kind,
    calls: replayTrace(trace, { tools, profile, manifests, now }),
  }));
  const lines = replayed.flatMap((trace) => trace.calls.map((call) => `${JSON.stringify(call)}\n`)).join('');
  if (values.out !== undefined) writeFileSync(values.out, lines);
  else if (!values.summary) process.stdout.write(lines);
  if (values.summary)
    console.log(JSON.stringify({ profile: profile.name, ...summarizeReplay(replayed) }, null, 2));
}

function readTools(file: string) {
  const parsed = recordedToolsSchema.safeParse(parseJson(readText(file), file));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file} is not a tool file: ${parsed.error.issues[0]?.message ?? 'unknown shape'}. Try --help.`,
  );
}

function readTraces(file: string) {
  const lines = readText(file).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}, line ${index + 1}`;
    const parsed = recordedTraceSchema.safeParse(parseJson(line, where));
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    throw new Error(
      `${where} is not a trace: "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown shape'}.`,
    );
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read ${file}.`, { cause: error });
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${where} is not JSON.`, { cause: error });
  }
}
