import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost, type BenchCase, type BenchReport, type Figures } from './bench-case.ts';
import { ALL_PARTS, PARTS } from './floor/parts.ts';
import { alternate } from './sides/alternate.ts';
import { overheadRatio, pairedRatio } from './sides/paired.ts';
import {
  callMany,
  callUntilCompiled,
  connect,
  readCpuMs,
  stop,
  type Era,
  type Running,
} from './sides/stdio-server.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const SERVER = [
  process.execPath,
  '--conditions=@sekisho/source',
  '--no-warnings',
  fromRoot('bench/sides/tool-server.ts'),
];
const PROTOCOLS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;

/** The kinds of calls. The gate allows all of them without a question; a write would wait for a person. */
const KINDS = {
  'declared read': { tool: 'find_page', atOnce: 1 },
  'tool without a manifest': { tool: 'read_page', atOnce: 1 },
  'tool without a manifest, 32 at once': { tool: 'read_page', atOnce: 32 },
} as const;
type Kind = keyof typeof KINDS;
/** The kind whose calls wait for the disk twice, one after the other. */
const WAITING_KIND: Kind = 'tool without a manifest';
const MANIFESTS = {
  find_page: { effect: 'read' },
  cpu: { effect: 'read' },
};

/** How often and how long each side is measured. The warm-up is CPU time for each kind of call. */
interface Size {
  readonly rounds: number;
  readonly calls: number;
  readonly warmUpMs: number;
}

const FULL: Size = { rounds: 15, calls: 512, warmUpMs: 4_000 };
const QUICK: Size = { rounds: 5, calls: 160, warmUpMs: 700 };

/** The CPU time of the proxy for a call that the gate allows, compared with a plain relay on the official SDK. */
export async function benchProxy({ quick = false } = {}): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return {
    bench: 'proxy',
    cases: [...(await compareEra('legacy', size)), ...(await compareEra('modern', size))],
    notes: [
      'The relay decides and stores nothing. The proxy decides each call, records it in the log, and stores its result on disk.',
      'The client is the same program for all sides and is not included.',
      'The floor is the proxy without the parts that a loader hook can replace (floor/parts.ts): it neither judges nor stores a call.',
      'The relay with the waits of a durable call writes as much as the proxy and waits for the disk before and after a call.',
    ],
  };
}

/** The parts that are measured one by one, with the oldest revision only, because every side is a process of its own. */
const partsIn = (era: Era): string[] =>
  era === 'modern'
    ? []
    : Object.keys(PARTS).filter((part) => PARTS[part]?.file.startsWith('packages/engine'));

/** CPU milliseconds of one call: of the proxy or relay, and of the server behind it. */
interface Sample {
  readonly own: number;
  readonly server: number;
}

async function compareEra(era: Era, { rounds, calls, warmUpMs }: Size): Promise<BenchCase[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-proxy-'));
  const config = join(folder, 'sekisho.proxy.json');
  const [command, ...args] = SERVER;
  const tools = { command, args, manifests: MANIFESTS, protocol: PROTOCOLS[era] };
  writeFileSync(config, JSON.stringify({ servers: { tools } }));
  const proxy = [fromRoot('packages/proxy/test/programs/run-proxy.ts'), '--session', 'bench'];
  const relay = (kind: 'plain' | 'waiting') => [fromRoot('bench/sides/plain-relay.ts'), era, kind, ...SERVER];
  const sides = new Map<string, Running>();
  try {
    sides.set('relay', await connect(relay('plain'), era));
    sides.set('again', await connect(relay('plain'), era));
    sides.set('waiting', await connect(relay('waiting'), era));
    const proxyWith = (data: string) => [...proxy, '--data', join(folder, data), '--config', config];
    sides.set('proxy', await connect(proxyWith('data'), era));
    for (const [index, without] of [ALL_PARTS, ...partsIn(era)].entries())
      sides.set(without, await connect(proxyWith(`without-${index}`), era, without));
    const tasks = new Map<string, () => Promise<Sample>>();
    for (const [side, running] of sides)
      for (const [kind, call] of Object.entries(KINDS)) {
        if (side === 'waiting' && kind !== WAITING_KIND) continue;
        const many = { ...callsOf(call.tool), calls, atOnce: call.atOnce };
        await callUntilCompiled(running, era, many, warmUpMs);
        tasks.set(`${side} ${kind}`, () => measure(running, era, many));
      }
    const samples = await alternate(tasks, rounds);
    return casesOf(era, (name) => samples.get(name) ?? []);
  } finally {
    await Promise.all(Array.from(sides.values(), stop));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The arguments differ in each call, as those of an agent do. */
let titles = 0;
const callsOf = (name: string) => ({
  expected: 'checkpoints between the provinces',
  tool: { name, argumentsOf: () => ({ title: `Page ${(titles += 1)}` }) },
});

async function measure(running: Running, era: Era, many: Parameters<typeof callMany>[2]): Promise<Sample> {
  const before = { own: await readCpuMs(running), server: await serverCpuMs(running, era) };
  await callMany(running, era, many);
  const after = { own: await readCpuMs(running), server: await serverCpuMs(running, era) };
  const { calls } = many;
  return { own: (after.own - before.own) / calls, server: (after.server - before.server) / calls };
}

async function serverCpuMs(running: Running, era: Era): Promise<number> {
  const tool = { name: 'cpu', argumentsOf: () => ({}) };
  const response = await callMany(running, era, { calls: 1, expected: 'cpu=', tool });
  return Number(/cpu=(\d+)/.exec(response)?.[1]) / 1_000;
}

/** The goal for every kind of call. */
const GOAL = 1.5;

function casesOf(era: Era, samplesOf: (name: string) => readonly Sample[]): BenchCase[] {
  const protocol = PROTOCOLS[era];
  const own = (name: string) => samplesOf(name).map((sample) => sample.own);
  const all = (name: string) => samplesOf(name).map((sample) => sample.own + sample.server);
  const informative = { goal: 'none', holds: true } as const;
  const beside = (name: string, figures: Figures): BenchCase => ({
    case: `${protocol} · ${name}`,
    ...figures,
    ...informative,
  });
  return [
    {
      case: `noise · ${protocol} · relay beside itself`,
      ...pairedRatio(own('again declared read'), own('relay declared read')),
      ...informative,
    },
    beside(
      `${WAITING_KIND} · relay with the waits of a durable call beside the relay`,
      pairedRatio(own(`waiting ${WAITING_KIND}`), own(`relay ${WAITING_KIND}`)),
    ),
    ...Object.keys(KINDS).flatMap((kind) => {
      const [relay, proxy] = [own(`relay ${kind}`), own(`proxy ${kind}`)];
      return [
        atMost(`${protocol} · ${kind} · CPU`, pairedRatio(proxy, relay), GOAL),
        beside(`${kind} · floor: CPU without ${ALL_PARTS}`, pairedRatio(own(`${ALL_PARTS} ${kind}`), relay)),
        beside(`${kind} · CPU with the server`, pairedRatio(all(`proxy ${kind}`), all(`relay ${kind}`))),
        ...partsIn(era).map((part) =>
          beside(
            `${kind} · overhead without ${part} beside the complete overhead`,
            overheadRatio(own(`${part} ${kind}`), proxy, relay),
          ),
        ),
      ];
    }),
  ];
}
