import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, importsFrom } from '../sides/start-side.ts';
import { isPeerName, openPeer, type PeerName } from './open-peer.ts';

/** The cost of a waiting run: bytes of memory and milliseconds. */
export interface WaitingFigures {
  readonly bytes: number;
  readonly list: number;
  readonly resumeWall: number;
  readonly resumeCpu: number;
}

/** A side whose waiting runs are measured. */
export interface WaitingSide {
  readonly name: PeerName;
  /** The checkout whose version is measured. The default is this checkout. */
  readonly checkout?: string;
}

/** Suspends the given number of runs in a new process, lists them and resumes them all. */
export function measureWaiting({ name, checkout }: WaitingSide, count: number): WaitingFigures {
  const options = ['--expose-gc', '--conditions=@sekisho/source', ...importsFrom(checkout)];
  const printed = execFileSync(process.execPath, [...options, import.meta.filename, name, String(count)], {
    encoding: 'utf8',
    timeout: MAX_MS,
    env: { ...process.env, ...environmentOf(checkout) },
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

const MAX_MS = 600_000;
const WARM_UP_RUNS = 30;

async function main(name: PeerName, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-waiting-'));
  const peer = await openPeer(name, folder);
  for (let index = 0; index < WARM_UP_RUNS; index += 1) await peer.resume(await peer.suspend());
  const before = heldBytes();
  for (let index = 0; index < count; index += 1) await peer.suspend();
  const bytes = (heldBytes() - before) / count;

  const listing = performance.now();
  const names = await peer.list();
  const list = (performance.now() - listing) / count;
  if (names.length !== count) throw new Error(`${name} lists ${names.length} of ${count} waiting runs.`);

  const cpu = process.cpuUsage();
  const resuming = performance.now();
  for (const each of names) await peer.resume(each);
  const resumeWall = (performance.now() - resuming) / count;
  const { user, system } = process.cpuUsage(cpu);
  const figures: WaitingFigures = { bytes, list, resumeWall, resumeCpu: (user + system) / 1_000 / count };
  await peer.close();
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify(figures));
}

function heldBytes(): number {
  for (let index = 0; index < 4; index += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (import.meta.main) {
  const [name, count] = process.argv.slice(2);
  if (!isPeerName(name)) throw new Error(`There is no side "${name}".`);
  await main(name, Number(count));
}
