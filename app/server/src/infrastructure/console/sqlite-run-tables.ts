import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ConsoleStore } from '../../application/console/console-store.ts';

const factsSchema = z.object({
  run_id: z.string(),
  scenario: z.string(),
  started_by: z.string(),
  user_intent: z.string(),
  language: z.enum(['ja', 'en']),
});
const modelCallSchema = z.object({
  run_id: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  model: z.string(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.number(),
  has_failed: z.number().transform((value) => value === 1),
  answer: z.string(),
});
const outputSchema = z.object({
  run_id: z.string(),
  tool_id: z.string(),
  args: z.string(),
  output: z.string(),
});
const usageSchema = z.object({
  calls: z.number(),
  input: z.number().nullable(),
  output: z.number().nullable(),
  cost_usd: z.number().nullable(),
});

/** The part of the store about runs that this server started. */
type RunTables = Pick<
  ConsoleStore,
  | 'addRun'
  | 'getRunFacts'
  | 'listRunFacts'
  | 'addModelCall'
  | 'listModelCalls'
  | 'usageOf'
  | 'addToolOutput'
  | 'listToolOutputs'
>;

/** Facts, answers of models and results of tools in SQLite. */
export function createRunTables(database: DatabaseSync): RunTables {
  const facts = database.prepare(
    `select run_id, scenario, started_by, user_intent, language from runs where run_id = ?`,
  );
  const usage = database.prepare(
    `select count(*) as calls, sum(input_tokens) as input, sum(output_tokens) as output, sum(cost_usd) as cost_usd
     from model_calls where run_id = ?`,
  );
  const addCall = database.prepare(
    `insert into model_calls (run_id, started_at, ended_at, model, input_tokens, output_tokens, cost_usd, has_failed, answer)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    addRun: ({ run_id, scenario, started_by, user_intent, language }) => {
      database
        .prepare(
          `insert into runs (run_id, scenario, started_by, user_intent, language) values (?, ?, ?, ?, ?)
           on conflict (run_id) do nothing`,
        )
        .run(run_id, scenario, started_by, user_intent, language);
    },
    getRunFacts: (runId) => {
      const row = facts.get(runId);
      return row && factsSchema.parse(row);
    },
    listRunFacts: (limit) =>
      database
        .prepare(
          `select run_id, scenario, started_by, user_intent, language from runs order by number desc limit ?`,
        )
        .all(limit)
        .map((row) => factsSchema.parse(row)),
    addModelCall: (call) => {
      addCall.run(
        call.run_id,
        call.started_at,
        call.ended_at,
        call.model,
        call.input_tokens,
        call.output_tokens,
        call.cost_usd,
        call.has_failed ? 1 : 0,
        call.answer,
      );
    },
    listModelCalls: (runId) =>
      database
        .prepare(`select * from model_calls where run_id = ? order by number limit 2000`)
        .all(runId)
        .map((row) => modelCallSchema.parse(row)),
    usageOf: (runId) => {
      const { calls, input, output, cost_usd } = usageSchema.parse(usage.get(runId));
      return calls === 0 ? undefined : { input: input ?? 0, output: output ?? 0, cost_usd: cost_usd ?? 0 };
    },
    addToolOutput: ({ run_id, tool_id, args, output }) => {
      database
        .prepare(`insert into tool_outputs (run_id, tool_id, args, output) values (?, ?, ?, ?)`)
        .run(run_id, tool_id, args, output);
    },
    listToolOutputs: (runId) =>
      database
        .prepare(`select * from tool_outputs where run_id = ? order by number limit 5000`)
        .all(runId)
        .map((row) => outputSchema.parse(row)),
  };
}
