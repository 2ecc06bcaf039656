import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchCase, BenchReport, Figures } from './bench-case.ts';
import { compareBlocks, median, type Comparison, type Side } from './compare-blocks.ts';
import { compareColdStarts } from './peers/cold-start.ts';
import { measureGrowth } from './peers/growth.ts';
import { openPeer, type PeerName } from './peers/open-peer.ts';
import type { Peer } from './peers/peer.ts';
import { measureWaiting, type WaitingFigures } from './peers/waiting-process.ts';

interface Options {
  readonly quick?: boolean;
}

/** The compared pairs: our memory store with runtimes without a store, our file store with file stores. */
const PAIRS: readonly (readonly [PeerName, PeerName])[] = [
  ['Sekisho, memory', 'agents-core'],
  ['Sekisho, memory', 'AI SDK'],
  ['Sekisho, memory', 'LangGraph, memory'],
  ['Sekisho, memory', 'Mastra, memory'],
  ['Sekisho, SQLite', 'LangGraph, SQLite'],
  ['Sekisho, SQLite', 'Mastra, LibSQL'],
];

const WORKS: Readonly<Record<string, (peer: Peer) => Promise<void>>> = {
  '1 turn': (peer) => peer.run(0),
  '1 tool': (peer) => peer.run(1),
  '10 tools in a row': (peer) => peer.run(10),
  'suspend and resume': async (peer) => peer.resume(await peer.suspend()),
};

/**
 * The same scripted work in other runtimes, each in its cheapest form with default settings. The cases have no goals: the
 * figures are informative, and the first and the last case show the error of the measurement, because their true ratio is 1.
 */
export async function benchPeers({ quick = false }: Options = {}): Promise<BenchReport> {
  const pairs = quick ? 5 : 21;
  const cases = [...(await besideItself(pairs))];
  for (const [ours, other] of PAIRS) cases.push(...(await compareWorks(ours, other, pairs)));
  for (const [ours, other] of PAIRS) {
    cases.push(...compareWaiting(ours, other, { count: quick ? 100 : 1_000, rounds: quick ? 1 : 3 }));
  }
  for (const [peer, comparison] of await compareColdStarts(quick ? 3 : 9)) {
    cases.push(...told('cold start', `Sekisho beside ${peer}`, comparison));
  }
  for (const { along, step, cpu } of await measureGrowth({ pairs: quick ? 3 : 11, quick })) {
    cases.push(toldCase(`growth with ${along}`, step, cpu, 'CPU'));
  }
  cases.push(...(await besideItself(pairs)));
  return { bench: 'peers', cases };
}

const BLOCK_MS = 40;

async function besideItself(pairs: number): Promise<readonly BenchCase[]> {
  const side = sideOf('agents-core', (peer) => peer.run(1));
  return told(
    'noise',
    'agents-core beside itself',
    await compareBlocks(side, side, { pairs, blockMs: BLOCK_MS }),
  );
}

async function compareWorks(ours: PeerName, other: PeerName, pairs: number): Promise<readonly BenchCase[]> {
  const cases: BenchCase[] = [];
  for (const [name, work] of Object.entries(WORKS)) {
    const options = { pairs, blockMs: BLOCK_MS };
    cases.push(
      ...told(
        name,
        `${ours} beside ${other}`,
        await compareBlocks(sideOf(ours, work), sideOf(other, work), options),
      ),
    );
  }
  return cases;
}

interface OpenedPeer {
  readonly peer: Peer;
  readonly folder: string;
}

/** Each block has its own store, so that the blocks are comparable. */
function sideOf(name: PeerName, work: (peer: Peer) => Promise<void>): Side<OpenedPeer> {
  return {
    prepare: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-peers-'));
      const peer = await openPeer(name, folder);
      // The first run creates the tables and statements of a store, which a server does once.
      await work(peer);
      return { peer, folder };
    },
    work: ({ peer }) => work(peer),
    release: async ({ peer, folder }) => {
      await peer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function compareWaiting(
  ours: PeerName,
  other: PeerName,
  { count, rounds }: { readonly count: number; readonly rounds: number },
): readonly BenchCase[] {
  const measured = Array.from({ length: rounds }, (_, index) => {
    const first = index % 2 === 0 ? measureWaiting({ name: ours }, count) : undefined;
    const second = measureWaiting({ name: other }, count);
    return { ours: first ?? measureWaiting({ name: ours }, count), other: second };
  });
  const figures = (of: keyof WaitingFigures): Figures => ({
    ours: median(measured.map((pair) => pair.ours[of])),
    other: median(measured.map((pair) => pair.other[of])),
    ratio: median(measured.map((pair) => pair.ours[of] / pair.other[of])),
  });
  const sides = `${ours} beside ${other}`;
  const runs = `${count} suspended runs`;
  return [
    toldCase(`${runs}, memory of one (bytes)`, sides, figures('bytes')),
    toldCase(`${runs}, listing, for one`, sides, figures('list'), 'wall'),
    toldCase(`${runs}, resuming one`, sides, figures('resumeCpu'), 'CPU'),
    toldCase(`${runs}, resuming one`, sides, figures('resumeWall'), 'wall'),
  ];
}

const told = (work: string, sides: string, { cpu, wall }: Comparison): readonly BenchCase[] => [
  toldCase(work, sides, cpu, 'CPU'),
  toldCase(work, sides, wall, 'wall'),
];

function toldCase(work: string, sides: string, figures: Figures, clock?: 'CPU' | 'wall'): BenchCase {
  const name = [work, sides, ...(clock ? [clock] : [])].join(' · ');
  return { case: name, ...figures, goal: 'none', holds: true };
}
