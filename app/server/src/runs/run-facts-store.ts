import { z } from 'zod';

/** What this server stores about a run that it started. */
export const runFactsSchema = z.object({
  run_id: z.string(),
  scenario: z.string(),
  started_by: z.string(),
  user_intent: z.string(),
  language: z.enum(['ja', 'en']),
});
export type RunFacts = z.infer<typeof runFactsSchema>;

/** One response of a model that this server called. */
export const modelCallSchema = z.object({
  run_id: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  model: z.string(),
  input_tokens: z.coerce.number(),
  output_tokens: z.coerce.number(),
  cost_usd: z.coerce.number(),
  has_failed: z.coerce.number().transform((value) => value === 1),
  /** The response as JSON text, for a replay. Empty when the call failed. */
  answer: z.string(),
});
export type ModelCall = z.infer<typeof modelCallSchema>;

type RunUsage = { readonly input: number; readonly output: number; readonly cost_usd: number };

/** Stores what this server knows about the runs that it started. The runs themselves are in the state store. */
export interface RunFactsStore {
  /** Stores the facts of a run. Existing facts stay unchanged. */
  addRun(facts: RunFacts): Promise<void>;
  /** Returns the facts of those runs that a server of this store started. */
  factsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunFacts>>;
  addModelCall(call: ModelCall): Promise<void>;
  /** Returns the oldest first. */
  listModelCalls(runId: string): Promise<readonly ModelCall[]>;
  /** Returns the usage of those runs that have a recorded response. */
  usageOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunUsage>>;

  /** Returns true for the first caller with this name, and false for all later ones. */
  claimOnce(name: string): Promise<boolean>;
}
