import { join } from 'node:path';
import type { OpenPeer } from './peer.ts';
import { provideMastra } from './provide-mastra.ts';

// Each side is loaded when it is opened, so that a process that measures memory contains only one of them.
const OPEN = {
  'Sekisho, memory': async () => (await import('./our-peer.ts')).openOurs('memory'),
  'Sekisho, SQLite': async (folder) =>
    (await import('./our-peer.ts')).openOurs({ directory: join(folder, 'ours') }),
  'agents-core': async () => (await import('./raw-peer.ts')).openRaw(),
  'LangGraph, memory': async () => {
    const { MemorySaver } = await import('@langchain/langgraph');
    return (await import('./langgraph-peer.ts')).openLangGraph(new MemorySaver());
  },
  'LangGraph, SQLite': async (folder) => {
    const { SqliteSaver } = await import('@langchain/langgraph-checkpoint-sqlite');
    const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
    return (await import('./langgraph-peer.ts')).openLangGraph(saver, () => saver.db.close());
  },
  'Mastra, memory': async () => {
    await provideMastra();
    const { InMemoryStore } = await import('@mastra/core/storage');
    return (await import('./mastra-peer.ts')).openMastra(new InMemoryStore());
  },
  'Mastra, LibSQL': async (folder) => {
    await provideMastra();
    const { LibSQLStore } = await import('@mastra/libsql');
    const store = new LibSQLStore({ id: 'bench', url: `file:${join(folder, 'mastra.db')}` });
    await store.init();
    return (await import('./mastra-peer.ts')).openMastra(store);
  },
  'AI SDK': async () => (await import('./ai-sdk-peer.ts')).openAiSdk(),
} as const satisfies Record<string, OpenPeer>;

/** A side of the comparison, with the storage of its waiting runs. */
export type PeerName = keyof typeof OPEN;

/** Opens a side by its name. */
export const openPeer = (name: PeerName, folder: string) => OPEN[name](folder);

/** Returns whether a text is the name of a side. */
export const isPeerName = (text: string | undefined): text is PeerName =>
  text !== undefined && Object.hasOwn(OPEN, text);
