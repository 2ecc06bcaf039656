import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atMost, type BenchReport, type Figures } from './bench-case.ts';

const fromIris = (path: string): string =>
  fileURLToPath(new URL(`../packages/iris/${path}`, import.meta.url));
const BARE = [fromIris('test/programs/bare-server.ts')];
const INSTANT = [fromIris('test/programs/instant-server.ts')];
const REAL = [fromIris('src/bin.ts'), '--demo'];

// Loaded into both sides: reports the CPU time so far, in microseconds, on request.
const GAUGE = `process.on('SIGUSR2', () => { const { user, system } = process.cpuUsage(); process.stderr.write(user + system + '\\n'); });`;

const WARM_UP_MS = 4_000;

const INITIALIZE = {
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

/** iris compared with a bare server with one tool on the same SDK, over stdio, without the time of OpenAI. */
export async function benchIris({ quick = false } = {}): Promise<BenchReport> {
  const rounds = quick ? 5 : 11;
  return {
    bench: 'iris',
    cases: [
      atMost('start until the first answer, CPU', await compareStarts(rounds, 'cpu'), 1.15),
      atMost('start until the first answer, wall time', await compareStarts(rounds, 'wall'), 1.15),
      atMost('tools/call 2025-11-25, CPU', await compareCalls(rounds, 'legacy'), 1.25),
      atMost('tools/call 2026-07-28, CPU', await compareCalls(rounds, 'modern'), 1.25),
    ],
  };
}

type Running = { child: ChildProcessWithoutNullStreams; lines: Interface; errors: Interface };

function start(command: readonly string[]): Running {
  const gauge = `data:text/javascript,${encodeURIComponent(GAUGE)}`;
  const flags = ['--conditions=@sekisho/source', '--no-warnings', '--import', gauge];
  const child = spawn(process.execPath, [...flags, ...command]);
  return { child, lines: createInterface(child.stdout), errors: createInterface(child.stderr) };
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

async function readCpuMs({ child, errors }: Running): Promise<number> {
  const told = once(errors, 'line');
  child.kill('SIGUSR2');
  return Number((await told)[0]) / 1000;
}

async function compareStarts(rounds: number, kind: 'cpu' | 'wall'): Promise<Figures> {
  // One warm-up run, so that files and compiled code are cached on both sides.
  await warmUp(REAL);
  await warmUp(BARE);
  const ours: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measureStart(REAL, kind));
    others.push(await measureStart(BARE, kind));
  }
  return toFigures(ours, others);
}

async function warmUp(command: readonly string[]): Promise<void> {
  const server = start(command);
  const answered = once(server.lines, 'line');
  server.child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await answered;
  // The process ends like under a host: the compile cache is written only at a regular exit.
  server.child.stdin.end();
  await once(server.child, 'close');
}

async function measureStart(command: readonly string[], kind: 'cpu' | 'wall'): Promise<number> {
  const before = performance.now();
  const server = start(command);
  const answered = once(server.lines, 'line');
  server.child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await answered;
  const wall = performance.now() - before;
  const ms = kind === 'wall' ? wall : await readCpuMs(server);
  await stop(server);
  return ms;
}

async function compareCalls(rounds: number, era: 'legacy' | 'modern'): Promise<Figures> {
  const sides = { ours: await connect(INSTANT, era), others: await connect(BARE, era) };
  const times: Record<keyof typeof sides, number[]> = { ours: [], others: [] };
  const calls = 1000;
  try {
    for (const side of [sides.ours, sides.others]) await callUntilCompiled(side, era, calls);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['ours', 'others'] as const) {
        const before = await readCpuMs(sides[name]);
        await callMany(sides[name], era, calls);
        times[name].push(((await readCpuMs(sides[name])) - before) / calls);
      }
    }
  } finally {
    await Promise.all([stop(sides.ours), stop(sides.others)]);
  }
  return toFigures(times.ours, times.others);
}

async function connect(command: readonly string[], era: 'legacy' | 'modern'): Promise<Running> {
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
async function callUntilCompiled(server: Running, era: 'legacy' | 'modern', calls: number): Promise<void> {
  await callMany(server, era, 1);
  const began = await readCpuMs(server);
  do await callMany(server, era, calls);
  while ((await readCpuMs(server)) - began < WARM_UP_MS);
}

/** Makes sequential calls, like a host; an error response stops the bench. */
async function callMany(server: Running, era: 'legacy' | 'modern', count: number): Promise<void> {
  const params = {
    name: 'iris',
    arguments: { input: 'Hello' },
    ...(era === 'modern' ? { _meta: META } : {}),
  };
  for (let id = 1; id <= count; id += 1) {
    const answered = once(server.lines, 'line');
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    const [line] = await answered;
    if (!String(line).includes('"response_id":"resp_1"')) throw new Error(`Unexpected response: ${line}`);
  }
}

function toFigures(ours: readonly number[], others: readonly number[]): Figures {
  const ratios = ours.map((value, index) => value / (others[index] ?? Number.NaN));
  return { ours: median(ours), other: median(others), ratio: median(ratios) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
