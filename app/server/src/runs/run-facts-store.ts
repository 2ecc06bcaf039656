/** What this server stores about a run that it started. */
export type RunFacts = {
  readonly run_id: string;
  readonly scenario: string;
  readonly started_by: string;
  readonly user_intent: string;
  readonly language: 'ja' | 'en';
};

/** One response of a model that this server called. */
export type ModelCall = {
  readonly run_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
  readonly has_failed: boolean;
  /** The response as JSON text, for a replay. Empty when the call failed. */
  readonly answer: string;
};

/** The result of a tool of this server as JSON text, for a replay. */
export type ToolOutput = {
  readonly run_id: string;
  readonly tool_id: string;
  readonly args: string;
  readonly output: string;
};

/** The total usage of the model responses of a run. */
type RunUsage = { readonly input: number; readonly output: number; readonly cost_usd: number };

/** Stores what this server knows about the runs that it started. The runs themselves are in the state store. */
export interface RunFactsStore {
  /** Stores the facts of a run. Existing facts stay unchanged. */
  addRun(facts: RunFacts): Promise<void>;
  /** Returns the facts of those runs that a server of this store started. */
  factsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunFacts>>;
  /** Returns the newest first. */
  listRunFacts(limit: number): Promise<readonly RunFacts[]>;
  addModelCall(call: ModelCall): Promise<void>;
  /** Returns the oldest first. */
  listModelCalls(runId: string): Promise<readonly ModelCall[]>;
  /** Returns the usage of those runs that have a recorded response. */
  usageOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunUsage>>;
  addToolOutput(output: ToolOutput): Promise<void>;
  /** Returns the oldest first. */
  listToolOutputs(runId: string): Promise<readonly ToolOutput[]>;

  /** Returns true for the first caller with this name, and false for all later ones. */
  claimOnce(name: string): Promise<boolean>;
}
