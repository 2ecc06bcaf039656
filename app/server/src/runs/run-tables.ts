import { z } from 'zod';
import type { Sql } from '../storage/sql.ts';
import { modelCallSchema, runFactsSchema, type RunFactsStore } from './run-facts-store.ts';

const number = z.coerce.number();
const usageSchema = z.object({ run_id: z.string(), input: number, output: number, cost_usd: number });

const FACTS = 'run_id, scenario, started_by, user_intent, language';
const CALL = 'run_id, started_at, ended_at, model, input_tokens, output_tokens, cost_usd, has_failed, answer';

/** Creates the queries for run facts and model responses. */
export function createRunTables({ read, execute, table, isOneOf }: Sql): RunFactsStore {
  const [runs, calls] = [table('runs'), table('model_calls')];
  return {
    addRun: async ({ run_id, scenario, started_by, user_intent, language }) => {
      await execute(
        `insert into ${runs} (${FACTS}) values ($1, $2, $3, $4, $5) on conflict (run_id) do nothing`,
        [run_id, scenario, started_by, user_intent, language],
      );
    },
    factsOf: async (runIds) => {
      const sql = `select ${FACTS} from ${runs} where ${isOneOf('run_id', '$1')}`;
      const rows = await read(runFactsSchema, sql, [runIds]);
      return new Map(rows.map((row) => [row.run_id, row]));
    },
    addModelCall: async (call) => {
      const { run_id, started_at, ended_at, model, input_tokens, output_tokens, cost_usd, answer } = call;
      const failed = call.has_failed ? 1 : 0;
      await execute(`insert into ${calls} (${CALL}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
        run_id,
        started_at,
        ended_at,
        model,
        input_tokens,
        output_tokens,
        cost_usd,
        failed,
        answer,
      ]);
    },
    listModelCalls: (runId) =>
      read(modelCallSchema, `select ${CALL} from ${calls} where run_id = $1 order by number limit 2000`, [
        runId,
      ]),
    usageOf: async (runIds) => {
      const rows = await read(
        usageSchema,
        `select run_id, sum(input_tokens) as input, sum(output_tokens) as output, sum(cost_usd) as cost_usd
         from ${calls} where ${isOneOf('run_id', '$1')} group by run_id`,
        [runIds],
      );
      return new Map(rows.map(({ run_id, ...usage }) => [run_id, usage]));
    },
    claimOnce: (name) =>
      execute(`insert into ${table('claims')} (name) values ($1) on conflict do nothing returning name`, [
        name,
      ]),
  };
}
