import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atMost, type BenchReport, type Figures } from './bench-case.ts';
import { compareCalls, INITIALIZE, readCpuMs, start, stop, toFigures } from './sides/stdio-server.ts';

const fromIris = (path: string): string =>
  fileURLToPath(new URL(`../packages/iris/${path}`, import.meta.url));
const BARE = [fromIris('test/programs/bare-server.ts')];
const INSTANT = [fromIris('test/programs/instant-server.ts')];
const REAL = [fromIris('src/bin.ts'), '--demo'];

const EXPECTED = '"response_id":"resp_1"';

/** iris compared with a bare server with one tool on the same SDK, over stdio, without the time of OpenAI. */
export async function benchIris({ quick = false } = {}): Promise<BenchReport> {
  const rounds = quick ? 5 : 11;
  return {
    bench: 'iris',
    cases: [
      atMost('start until the first answer, CPU', await compareStarts(rounds, 'cpu'), 1.15),
      atMost('start until the first answer, wall time', await compareStarts(rounds, 'wall'), 1.15),
      atMost('tools/call 2025-11-25, CPU', await calls(rounds, 'legacy'), 1.25),
      atMost('tools/call 2026-07-28, CPU', await calls(rounds, 'modern'), 1.25),
    ],
  };
}

const calls = (rounds: number, era: 'legacy' | 'modern') =>
  compareCalls({ ours: INSTANT, others: BARE }, { rounds, era, expected: EXPECTED });

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
