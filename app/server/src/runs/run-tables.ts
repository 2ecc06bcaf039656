import { loadedText, storedText } from 'sekisho/store-adapter';
import { z } from 'zod';
import type { ConsoleSql } from '../storage/console-sql.ts';
import type { RunFactsStore } from './run-facts-store.ts';

const text = z.string().transform(loadedText);
const number = z.coerce.number();
const factsSchema = z.object({
  run_id: text,
  scenario: text,
  started_by: text,
  user_intent: text,
  language: z.enum(['ja', 'en']),
});
const modelCallSchema = z.object({
  run_id: text,
  started_at: z.string(),
  ended_at: z.string(),
  model: text,
  input_tokens: number,
  output_tokens: number,
  cost_usd: number,
  has_failed: number.transform((value) => value === 1),
  answer: text,
});
const outputSchema = z.object({ run_id: text, tool_id: text, args: text, output: text });
const usageSchema = z.object({ run_id: text, input: number, output: number, cost_usd: number });

/** The part of the store for runs that a server started. */
type RunTables = Pick<
  RunFactsStore,
  | 'addRun'
  | 'factsOf'
  | 'listRunFacts'
  | 'addModelCall'
  | 'listModelCalls'
  | 'usageOf'
  | 'addToolOutput'
  | 'listToolOutputs'
>;

const FACTS = 'run_id, scenario, started_by, user_intent, language';
const CALL = 'run_id, started_at, ended_at, model, input_tokens, output_tokens, cost_usd, has_failed, answer';

/** Creates the queries for run facts, model responses and tool results. */
export function createRunTables({ read, write, table, isOneOf }: ConsoleSql): RunTables {
  const [runs, calls, outputs] = [table('runs'), table('model_calls'), table('tool_outputs')];
  return {
    addRun: async ({ run_id, scenario, started_by, user_intent, language }) => {
      await write(
        `insert into ${runs} (${FACTS}) values ($1, $2, $3, $4, $5) on conflict (run_id) do nothing`,
        [storedText(run_id), storedText(scenario), storedText(started_by), storedText(user_intent), language],
      );
    },
    factsOf: async (runIds) => {
      const sql = `select ${FACTS} from ${runs} where ${isOneOf('run_id', '$1')}`;
      const rows = z.array(factsSchema).parse(await read(sql, [listOf(runIds)]));
      return new Map(rows.map((row) => [row.run_id, row]));
    },
    listRunFacts: async (limit) =>
      z
        .array(factsSchema)
        .parse(await read(`select ${FACTS} from ${runs} order by number desc limit $1`, [limit])),
    addModelCall: async (call) => {
      const { started_at, ended_at, input_tokens, output_tokens, cost_usd, has_failed } = call;
      const [runId, model, answer] = [
        storedText(call.run_id),
        storedText(call.model),
        storedText(call.answer),
      ];
      const failed = has_failed ? 1 : 0;
      await write(`insert into ${calls} (${CALL}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
        runId,
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
    listModelCalls: async (runId) => {
      const sql = `select ${CALL} from ${calls} where run_id = $1 order by number limit 2000`;
      return z.array(modelCallSchema).parse(await read(sql, [storedText(runId)]));
    },
    usageOf: async (runIds) => {
      const rows = await read(
        `select run_id, sum(input_tokens) as input, sum(output_tokens) as output, sum(cost_usd) as cost_usd
         from ${calls} where ${isOneOf('run_id', '$1')} group by run_id`,
        [listOf(runIds)],
      );
      const found = z.array(usageSchema).parse(rows);
      return new Map(found.map(({ run_id, ...usage }) => [run_id, usage]));
    },
    addToolOutput: async ({ run_id, tool_id, args, output }) => {
      await write(
        `insert into ${outputs} (run_id, tool_id, args, output) values ($1, $2, $3, $4)`,
        [run_id, tool_id, args, output].map((value) => storedText(value)),
      );
    },
    listToolOutputs: async (runId) => {
      const sql = `select run_id, tool_id, args, output from ${outputs} where run_id = $1 order by number limit 5000`;
      return z.array(outputSchema).parse(await read(sql, [storedText(runId)]));
    },
  };
}

const listOf = (runIds: readonly string[]) => JSON.stringify(runIds.map((runId) => storedText(runId)));
