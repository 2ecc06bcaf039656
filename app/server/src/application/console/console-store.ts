import type { PolicyProfile, ToolManifest } from 'sekisho';
import type { Role } from './identity.ts';

/** A bearer token at rest: its hash, never the token. */
export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

/** A browser that signed in. */
type SessionRow = {
  readonly user_id: string;
  readonly role: Role;
  readonly csrf_token: string;
  /** The API token that opened it; the session ends with it. */
  readonly token_id: string | null;
  readonly expires_at: number;
};

/** What this server knows about a run that it started. */
export type RunFacts = {
  readonly run_id: string;
  readonly scenario: string;
  readonly started_by: string;
  readonly user_intent: string;
  readonly language: 'ja' | 'en';
};

/** One answer of a model that this server asked. */
export type ModelCall = {
  readonly run_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
  readonly has_failed: boolean;
  /** The answer as JSON text, for a replay; empty when it failed. */
  readonly answer: string;
};

/** The result of a tool of this server, as JSON text, for a replay. */
export type ToolOutput = {
  readonly run_id: string;
  readonly tool_id: string;
  readonly args: string;
  readonly output: string;
};

/** A value that people change, with a version that guards against lost updates. */
type Versioned<Value> = {
  readonly value: Value;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
};

/** What the answers of a run cost together. */
type RunUsage = { readonly input: number; readonly output: number; readonly cost_usd: number };

/** What the console keeps besides the runs themselves. Servers that share a store see each other's changes at once. */
export interface ConsoleStore {
  addToken(row: TokenRow, hash: string): Promise<void>;
  findToken(hash: string, now: number): Promise<TokenRow | undefined>;
  /** The newest first. */
  listTokens(): Promise<readonly TokenRow[]>;
  /** False when there is no such token, or it is revoked already. */
  revokeToken(id: string, now: number): Promise<boolean>;

  addLoginLink(hash: string, link: { user_id: string; role: Role; expires_at: number }): Promise<void>;
  /** Spends a link; of all who race for it, one gets it. */
  useLoginLink(hash: string, now: number): Promise<{ user_id: string; role: Role } | undefined>;

  addSession(hash: string, row: SessionRow): Promise<void>;
  findSession(hash: string, now: number): Promise<SessionRow | undefined>;
  removeSession(hash: string): Promise<void>;

  /** Facts of a run that are known already stay as they are. */
  addRun(facts: RunFacts): Promise<void>;
  /** The facts of those runs that a server of this store started. */
  factsOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunFacts>>;
  /** The newest first. */
  listRunFacts(limit: number): Promise<readonly RunFacts[]>;
  addModelCall(call: ModelCall): Promise<void>;
  /** The oldest first. */
  listModelCalls(runId: string): Promise<readonly ModelCall[]>;
  /** The usage of those runs that have a recorded answer. */
  usageOf(runIds: readonly string[]): Promise<ReadonlyMap<string, RunUsage>>;
  addToolOutput(output: ToolOutput): Promise<void>;
  /** The oldest first. */
  listToolOutputs(runId: string): Promise<readonly ToolOutput[]>;

  getProfile(name: string): Promise<Versioned<PolicyProfile> | undefined>;
  /** False when the version is not the current one. A new value has version 0. */
  putProfile(profile: PolicyProfile, change: Change): Promise<boolean>;
  getActivePolicy(): Promise<string | undefined>;
  setActivePolicy(name: string, change: Omit<Change, 'version'>): Promise<void>;

  listManifests(): Promise<ReadonlyMap<string, Versioned<ToolManifest>>>;
  /** `undefined` takes the confirmation back. */
  putManifest(toolId: string, manifest: ToolManifest | undefined, change: Change): Promise<boolean>;

  /** True for the first caller ever with this name. */
  claimOnce(name: string): Promise<boolean>;
}

/** Who changes something, from which version on. */
export type Change = { readonly version: number; readonly by: string; readonly now: number };
