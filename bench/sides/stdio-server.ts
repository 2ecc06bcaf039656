import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { join } from 'node:path';
import type { Figures } from '../bench-case.ts';

// Loaded into both sides: reports the CPU time so far, in microseconds, on request.
const GAUGE = `process.on('SIGUSR2', () => { const { user, system } = process.cpuUsage(); process.stderr.write(user + system + '\\n'); });`;

const WARM_UP_MS = 4_000;
const WITHOUT_HOOK = join(import.meta.dirname, '../floor/replace-part.ts');

/** The revision of the protocol that a client uses. */
export type Era = 'legacy' | 'modern';

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

/** A running MCP server with its output. */
export type Running = { child: ChildProcessWithoutNullStreams; lines: Interface; errors: Interface };

/** Starts a program that reports its CPU time. `without` names a part that is left out (`floor/parts.ts`). */
export function start(command: readonly string[], without?: string): Running {
  const gauge = `data:text/javascript,${encodeURIComponent(GAUGE)}`;
  const flags = ['--conditions=@sekisho/source', '--no-warnings', '--import', gauge];
  if (without !== undefined) flags.push('--import', WITHOUT_HOOK);
  const env = without === undefined ? process.env : { ...process.env, SEKISHO_BENCH_WITHOUT: without };
  const child = spawn(process.execPath, [...flags, ...command], { env });
  return { child, lines: createInterface(child.stdout), errors: createInterface(child.stderr) };
}

export async function stop({ child }: Running): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** Returns the CPU time of a program so far. */
export async function readCpuMs({ child, errors }: Running): Promise<number> {
  const told = once(errors, 'line');
  child.kill('SIGUSR2');
  return Number((await told)[0]) / 1000;
}

/** Compares the CPU time of a call of two servers, in alternation. Both must return the expected text. */
export async function compareCalls(
  commands: { readonly ours: readonly string[]; readonly others: readonly string[] },
  { rounds, era, expected }: { readonly rounds: number; readonly era: Era; readonly expected: string },
): Promise<Figures> {
  const sides = { ours: await connect(commands.ours, era), others: await connect(commands.others, era) };
  const times: Record<keyof typeof sides, number[]> = { ours: [], others: [] };
  const calls = 1000;
  try {
    for (const side of [sides.ours, sides.others]) await callUntilCompiled(side, era, { calls, expected });
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['ours', 'others'] as const) {
        const before = await readCpuMs(sides[name]);
        await callMany(sides[name], era, { calls, expected });
        times[name].push(((await readCpuMs(sides[name])) - before) / calls);
      }
    }
  } finally {
    await Promise.all([stop(sides.ours), stop(sides.others)]);
  }
  return toFigures(times.ours, times.others);
}

/** A number of calls, one after the other unless `atOnce` is given. */
interface Calls {
  readonly calls: number;
  readonly expected: string;
  readonly tool?: ToolCall;
  readonly atOnce?: number;
}

/** A call of a tool. The arguments of each call differ if there is a function. */
interface ToolCall {
  readonly name: string;
  readonly argumentsOf: (index: number) => Readonly<Record<string, unknown>>;
}

const IRIS: ToolCall = { name: 'iris', argumentsOf: () => ({ input: 'Hello' }) };

/** Starts a server and initializes the connection, if its revision of the protocol has connections. */
export async function connect(command: readonly string[], era: Era, without?: string): Promise<Running> {
  const server = start(command, without);
  if (era === 'legacy') {
    const answered = once(server.lines, 'line');
    server.child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await answered;
    server.child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  return server;
}

// A host runs its server for hours, so the compiled code is measured. The warm-up uses CPU time, because on a busy
// machine the compiler is delayed like everything else.
export async function callUntilCompiled(
  server: Running,
  era: Era,
  calls: Calls,
  warmUpMs = WARM_UP_MS,
): Promise<void> {
  await callMany(server, era, { ...calls, calls: 1 });
  const began = await readCpuMs(server);
  do await callMany(server, era, calls);
  while ((await readCpuMs(server)) - began < warmUpMs);
}

/** Makes calls, like a host, and returns the last response; an error response stops the bench. */
export async function callMany(
  server: Running,
  era: Era,
  { calls, expected, tool = IRIS, atOnce = 1 }: Calls,
): Promise<string> {
  let last = '';
  for (let done = 0; done < calls; done += atOnce) {
    const size = Math.min(atOnce, calls - done);
    const answered = nextLines(server, size);
    for (let index = 1; index <= size; index += 1) {
      const id = done + index;
      const params = {
        name: tool.name,
        arguments: tool.argumentsOf(id),
        ...(era === 'modern' ? { _meta: META } : {}),
      };
      server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    }
    for (const line of await answered) {
      if (!line.includes(expected)) throw new Error(`Unexpected response: ${line}`);
      last = line;
    }
  }
  return last;
}

/** Waits for lines. A program that ends instead stops the bench. */
function nextLines({ child, lines }: Running, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const received: string[] = [];
    const settle = (act: () => void) => {
      lines.off('line', take);
      child.off('exit', fail);
      act();
    };
    const take = (line: string) => {
      if (received.push(line) === count) settle(() => resolve(received));
    };
    const fail = (code: number | null) => settle(() => reject(new Error(`A program ended with ${code}.`)));
    lines.on('line', take);
    child.on('exit', fail);
  });
}

/** Returns the medians of two series and of their ratios. */
export function toFigures(ours: readonly number[], others: readonly number[]): Figures {
  const ratios = ours.map((value, index) => value / (others[index] ?? Number.NaN));
  return { ours: median(ours), other: median(others), ratio: median(ratios) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
