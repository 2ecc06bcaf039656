import { join } from 'node:path';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { LibSQLStore } from '@mastra/libsql';
import { PostgresStore } from '@mastra/pg';
import { postgresStore } from '@sekisho/postgres';
import { Pool } from 'pg';
import { openAgentsSdkInstance } from './agents-sdk-instance.ts';
import { openDbosPair } from './dbos-pair.ts';
import type { Effect, Instance, OpenPair } from './instance.ts';
import { openLangGraphInstance } from './langgraph-instance.ts';
import { openMastraAgentInstance } from './mastra-agent-instance.ts';
import { openMastraWorkflowInstance } from './mastra-workflow-instance.ts';
import { openOurInstance } from './our-instance.ts';

/** The storage of the sides: an empty folder, and a database for each name. */
export interface RacePlace {
  readonly folder: string;
  /** Returns the URL of the database of this name and creates the database on first use. */
  databaseUrl(name: string): Promise<string>;
}

/** Every runtime and store that is tested with duplicate decisions. */
export function raceSides({ folder, databaseUrl }: RacePlace) {
  return {
    'Agents SDK': twice(openAgentsSdkInstance),
    'LangGraph.js, SQLite': twice(async (effect) => {
      const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
      return openLangGraphInstance(saver, effect, async () => {
        saver.db.close();
      });
    }),
    'LangGraph.js, PostgreSQL': twice(async (effect) => {
      const saver = PostgresSaver.fromConnString(await databaseUrl('langgraph'));
      await saver.setup();
      return openLangGraphInstance(saver, effect, () => saver.end());
    }),
    'Mastra workflow, LibSQL': twice(async (effect) => {
      const store = await openLibsql(join(folder, 'mastra-workflow.db'));
      return openMastraWorkflowInstance(store, effect, () => store.close());
    }),
    'Mastra workflow, PostgreSQL': twice(async (effect) => {
      const store = await openMastraPostgres(await databaseUrl('mastra_workflow'));
      return openMastraWorkflowInstance(store, effect, () => store.close());
    }),
    'Mastra agent, LibSQL': twice(async (effect) => {
      const store = await openLibsql(join(folder, 'mastra-agent.db'));
      return openMastraAgentInstance(store, effect, () => store.close());
    }),
    'Mastra agent, PostgreSQL': twice(async (effect) => {
      const store = await openMastraPostgres(await databaseUrl('mastra_agent'));
      return openMastraAgentInstance(store, effect, () => store.close());
    }),
    DBOS: async (effect) => openDbosPair(await databaseUrl('dbos'), effect),
    'Sekisho, SQLite': twice(async (effect) =>
      openOurInstance({ store: { directory: join(folder, 'sekisho') } }, effect, async () => {}),
    ),
    'Sekisho, PostgreSQL': twice(async (effect) => {
      const pool = new Pool({ connectionString: await databaseUrl('sekisho') });
      return openOurInstance({ store: postgresStore(pool), secret: SECRET }, effect, () => pool.end());
    }),
  } as const satisfies Record<string, OpenPair>;
}

const twice =
  (open: (effect: Effect) => Promise<Instance>): OpenPair =>
  async (effect) => [await open(effect), await open(effect)];

const SECRET = new Uint8Array(32).fill(7);

async function openLibsql(file: string): Promise<LibSQLStore> {
  const store = new LibSQLStore({ id: 'claims', url: `file:${file}` });
  await store.init();
  return store;
}

async function openMastraPostgres(connectionString: string): Promise<PostgresStore> {
  const store = new PostgresStore({ id: 'claims', connectionString });
  await store.init();
  return store;
}
