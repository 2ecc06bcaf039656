import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, createRunner, RuleSafetyAgent, tool, Usage, type Model, type ModelResponse } from 'sekisho';
import { z } from 'zod';
import { readOptions } from './read-options.ts';

const USAGE = `Counts the source files, functions and calls of ours that one allowed read on SQLite runs through.

  npm run trace:turn -- [--files]

  --files   Lists the files with their calls.`;

const ROOT = join(import.meta.dirname, '..');
const { values } = readOptions(USAGE, { options: { files: { type: 'boolean' } } });

const folder = mkdtempSync(join(tmpdir(), 'sekisho-trace-'));
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory: folder } });
try {
  // Modules load and caches fill during the first run; only the second one is counted.
  await readOnce();
  const functions = await countCalls(readOnce);
  report(functions);
} finally {
  await runner.close();
  rmSync(folder, { recursive: true, force: true });
}

/** One run: the model requests one read, and then replies. */
async function readOnce(): Promise<void> {
  const readNote = tool({
    name: 'read_note',
    description: 'Reads a note.',
    parameters: z.object({ id: z.string() }),
    extensions: { manifest: { effect: 'read' } },
    execute: async ({ id }) => `Note ${id}: milk.`,
  });
  const agent = new Agent({ name: 'reader', model: scriptedModel(), tools: [readNote] });
  const result = await runner.run(agent, 'Read note 7.');
  if (result.interruptions.length > 0)
    throw new Error('The gate asked about the read, so this counts something else.');
}

/** A model without a provider, so that only the path of the call is counted. */
function scriptedModel(): Model {
  const responses: ModelResponse[] = [
    {
      usage: new Usage(),
      output: [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Milk.' }],
        },
      ],
    },
    {
      usage: new Usage(),
      output: [{ type: 'function_call', callId: randomUUID(), name: 'read_note', arguments: '{"id":"7"}' }],
    },
  ];
  return {
    getResponse: async () => responses.pop() ?? Promise.reject(new Error('The script has ended.')),
    getStreamedResponse: () => {
      throw new Error('This run is not streamed.');
    },
  };
}

interface CountedFunction {
  readonly file: string;
  readonly calls: number;
}

/** The functions of ours that `work` calls, with the number of calls. */
async function countCalls(work: () => Promise<void>): Promise<readonly CountedFunction[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage'); // Resets the counters.
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(countFunctions);
}

function countFunctions({ url, functions }: Profiler.ScriptCoverage): CountedFunction[] {
  if (!url.startsWith('file:')) return [];
  const file = relative(ROOT, fileURLToPath(url)).split(sep).join('/');
  if (!/^packages\/[^/]+\/src\//.test(file)) return [];
  return functions.flatMap(({ ranges }) => {
    const calls = ranges[0]?.count ?? 0;
    return calls === 0 ? [] : [{ file, calls }];
  });
}

function report(functions: readonly CountedFunction[]): void {
  const byFile = Map.groupBy(functions, ({ file }) => file);
  const folders = Map.groupBy(byFile.keys(), (file) =>
    file.split('/').slice(1, 4).join('/').replace('/src/', ': '),
  );
  for (const [name, files] of [...folders].toSorted(([, one], [, other]) => other.length - one.length)) {
    print(name, files);
  }
  const files = [...byFile.keys()];
  print(
    'outside of gate/',
    files.filter((file) => !file.includes('/src/gate/')),
  );
  print('all', files);
  if (values.files !== true) return;
  for (const file of files.toSorted((one, other) => one.localeCompare(other)))
    console.log(`${String(sum(byFile.get(file))).padStart(6)}  ${file}`);

  function print(name: string, of: readonly string[]): void {
    const found = of.flatMap((file) => byFile.get(file) ?? []);
    console.log(`${name.padEnd(28)} ${of.length} files, ${found.length} functions, ${sum(found)} calls`);
  }
}

function sum(functions: readonly CountedFunction[] = []): number {
  return functions.reduce((total, { calls }) => total + calls, 0);
}
