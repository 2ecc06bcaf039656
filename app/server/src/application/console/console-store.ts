import type { PolicyProfile, ToolManifest } from 'sekisho';
import type { Role } from './identity.ts';

/** A stored bearer token: its hash, never the token. */
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

/** The session of a signed-in browser. */
type SessionRow = {
  readonly user_id: string;
  readonly role: Role;
  readonly csrf_token: string;
  /** The API token that opened the session. The session ends when the token is revoked. */
  readonly token_id: string | null;
  readonly expires_at: number;
};

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

/** A value that users change, with a version that prevents lost updates. */
type Versioned<Value> = {
  readonly value: Value;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
};

/** The total usage of the model responses of a run. */
type RunUsage = { readonly input: number; readonly output: number; readonly cost_usd: number };

/**
 * Stores the console's own data; runs are in the state store. Servers that share a store see each other's changes
 * immediately.
 */
export interface ConsoleStore {
  addToken(row: TokenRow, hash: string): Promise<void>;
  findToken(hash: string, now: number): Promise<TokenRow | undefined>;
  /** Returns the newest first. */
  listTokens(): Promise<readonly TokenRow[]>;
  /** Returns false when the token does not exist or is already revoked. */
  revokeToken(id: string, now: number): Promise<boolean>;

  addLoginLink(hash: string, link: { user_id: string; role: Role; expires_at: number }): Promise<void>;
  /** Consumes a login link. Of concurrent callers, exactly one gets the user. */
  useLoginLink(hash: string, now: number): Promise<{ user_id: string; role: Role } | undefined>;

  addSession(hash: string, row: SessionRow): Promise<void>;
  findSession(hash: string, now: number): Promise<SessionRow | undefined>;
  removeSession(hash: string): Promise<void>;

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

  getProfile(name: string): Promise<Versioned<PolicyProfile> | undefined>;
  /** Returns false when the version is not the current one. A new value has version 0. */
  putProfile(profile: PolicyProfile, change: Change): Promise<boolean>;
  getActivePolicy(): Promise<string | undefined>;
  setActivePolicy(name: string, change: Omit<Change, 'version'>): Promise<void>;

  listManifests(): Promise<ReadonlyMap<string, Versioned<ToolManifest>>>;
  /** `undefined` deletes the confirmation. */
  putManifest(toolId: string, manifest: ToolManifest | undefined, change: Change): Promise<boolean>;

  /** Returns true for the first caller with this name, and false for all later ones. */
  claimOnce(name: string): Promise<boolean>;
}

/** The author of a change and the version that it is based on. */
export type Change = { readonly version: number; readonly by: string; readonly now: number };
