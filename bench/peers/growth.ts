import type { Agent } from '@openai/agents-core';
import type { AgentRunner } from 'sekisho';
import type { Figures } from '../bench-case.ts';
import { compareBlocks, type Side } from '../compare-blocks.ts';
import {
  gatedAgent,
  ourSide,
  QUESTION,
  rawAgent,
  rawSide,
  runGated,
  runRaw,
  suspendGated,
  type OurRunner,
  type StoreKind,
} from '../sdk-sides.ts';
import { ASK_TOOL, READ_TOOL } from './peer.ts';

/** The cost of one item among many divided by its cost among few: 1 when the cost does not grow. */
export interface Growth {
  readonly along: string;
  readonly step: string;
  readonly cpu: Figures;
}

interface Options {
  readonly pairs: number;
  readonly quick: boolean;
}

/** How the cost of one item grows with the history, with concurrent calls, with waiting runs and with audit records. */
export async function measureGrowth(options: Options): Promise<readonly Growth[]> {
  return [
    ...(await alongCalls('history', [10, 40, 160], (calls) => ({ turns: calls, calls: 1 }), options)),
    ...(await alongCalls('calls at once', [4, 16, 64], (calls) => ({ turns: 1, calls }), options)),
    ...(await alongRooms('waiting runs', options.quick ? [10, 100] : [10, 100, 1_000], options)),
    ...(await alongRooms('audit records', options.quick ? [100, 1_000] : [100, 1_000, 10_000], options)),
  ];
}

const BLOCK_MS = 40;

/** Runs with an increasing number of calls; the item is one call. */
async function alongCalls(
  along: string,
  [few = 1, ...many]: readonly number[],
  script: (calls: number) => { readonly turns: number; readonly calls: number },
  { pairs }: Options,
): Promise<readonly Growth[]> {
  const ours = (calls: number) => {
    const agent = gatedAgent({ ...script(calls), tool: READ_TOOL });
    return ourSide('memory', (runner) => runGated(runner, agent));
  };
  const raw = (calls: number) => {
    const agent = rawAgent({ ...script(calls), tool: READ_TOOL });
    return rawSide((runner) => runRaw(runner, agent));
  };
  const grown: Growth[] = [];
  for (const count of many) {
    const options = { pairs, blockMs: BLOCK_MS };
    const step = `${count} beside ${few}`;
    const our = await compareBlocks(ours(count), ours(few), options);
    grown.push({ along, step: `Sekisho, memory, ${step}`, cpu: eachOf(our.cpu, count, few) });
    const their = await compareBlocks(raw(count), raw(few), options);
    grown.push({ along, step: `agents-core, ${step}`, cpu: eachOf(their.cpu, count, few) });
  }
  return grown;
}

/** Stores with an increasing number of rows; the item is one more run. */
async function alongRooms(
  along: 'waiting runs' | 'audit records',
  [few = 1, ...many]: readonly number[],
  { pairs }: Options,
): Promise<readonly Growth[]> {
  const asker = gatedAgent({ turns: 0, calls: 1, tool: READ_TOOL, last: ASK_TOOL });
  const reader = gatedAgent({ turns: 1, calls: 1, tool: READ_TOOL });
  const open = (store: StoreKind, count: number) =>
    along === 'waiting runs'
      ? openRoom(
          store,
          (runner) => letWait(runner, asker, count),
          (runner) => suspendGated(runner, asker),
        )
      : openRoom(
          store,
          (runner) => fillLog(runner, reader, count),
          (runner) => runGated(runner, reader),
        );
  const grown: Growth[] = [];
  for (const store of ['memory', 'sqlite'] as const) {
    const small = await open(store, few);
    for (const count of many) {
      const large = await open(store, count);
      const { cpu } = await compareBlocks(large.side, small.side, { pairs, blockMs: BLOCK_MS });
      const name = store === 'memory' ? 'memory' : 'SQLite';
      grown.push({ along, step: `Sekisho, ${name}, ${count} beside ${few}`, cpu });
      await large.leave();
    }
    await small.leave();
  }
  return grown;
}

/** A store that is filled once; each block adds only a small fraction. */
async function openRoom(
  store: StoreKind,
  fill: (runner: AgentRunner) => Promise<void>,
  work: (runner: AgentRunner) => Promise<void>,
): Promise<{ readonly side: Side<OurRunner>; leave(): Promise<void> }> {
  const room = ourSide(store, work);
  const opened = await room.prepare();
  await fill(opened.runner);
  return {
    side: { prepare: () => opened, work: room.work },
    leave: async () => {
      await room.release?.(opened);
    },
  };
}

async function letWait(runner: AgentRunner, agent: Agent, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await runner.run(agent, QUESTION);
}

async function fillLog(runner: AgentRunner, agent: Agent, count: number): Promise<void> {
  const { store } = runner.inspect();
  while (((await store.lastLog())?.seq ?? 0) < count) await runGated(runner, agent);
}

const eachOf = ({ ours, other, ratio }: Figures, large: number, small: number): Figures => ({
  ours: ours / large,
  other: other / small,
  ratio: (ratio * small) / large,
});
