import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Figures } from '../bench-case.ts';

// Loaded into both sides: reports the CPU time so far, in microseconds, on request.
const GAUGE = `process.on('SIGUSR2', () => { const { user, system } = process.cpuUsage(); process.stderr.write(user + system + '\\n'); });`;

const WARM_UP_MS = 4_000;

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

/** Starts a program that reports its CPU time. */
export function start(command: readonly string[]): Running {
  const gauge = `data:text/javascript,${encodeURIComponent(GAUGE)}`;
  const flags = ['--conditions=@sekisho/source', '--no-warnings', '--import', gauge];
  const child = spawn(process.execPath, [...flags, ...command]);
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

type Calls = { readonly calls: number; readonly expected: string };

async function connect(command: readonly string[], era: Era): Promise<Running> {
  const server = start(command);
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
async function callUntilCompiled(server: Running, era: Era, { calls, expected }: Calls): Promise<void> {
  await callMany(server, era, { calls: 1, expected });
  const began = await readCpuMs(server);
  do await callMany(server, era, { calls, expected });
  while ((await readCpuMs(server)) - began < WARM_UP_MS);
}

/** Makes sequential calls, like a host; an error response stops the bench. */
async function callMany(server: Running, era: Era, { calls, expected }: Calls): Promise<void> {
  const params = {
    name: 'iris',
    arguments: { input: 'Hello' },
    ...(era === 'modern' ? { _meta: META } : {}),
  };
  for (let id = 1; id <= calls; id += 1) {
    const answered = once(server.lines, 'line');
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    const [line] = await answered;
    if (!String(line).includes(expected)) throw new Error(`Unexpected response: ${line}`);
  }
}

/** Returns the medians of two series and of their ratios. */
export function toFigures(ours: readonly number[], others: readonly number[]): Figures {
  const ratios = ours.map((value, index) => value / (others[index] ?? Number.NaN));
  return { ours: median(ours), other: median(others), ratio: median(ratios) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
