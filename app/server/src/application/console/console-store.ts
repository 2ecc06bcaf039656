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

/** What the console keeps besides the runs themselves. Every method is one transaction. */
export interface ConsoleStore {
  addToken(row: TokenRow, hash: string): void;
  findToken(hash: string, now: number): TokenRow | undefined;
  listTokens(): readonly TokenRow[];
  /** False when there is no such token, or it is revoked already. */
  revokeToken(id: string, now: number): boolean;

  addLoginLink(hash: string, link: { user_id: string; role: Role; expires_at: number }): void;
  /** Spends a link; of all who race for it, one gets it. */
  useLoginLink(hash: string, now: number): { user_id: string; role: Role } | undefined;

  addSession(hash: string, row: SessionRow): void;
  findSession(hash: string, now: number): SessionRow | undefined;
  removeSession(hash: string): void;

  addRun(facts: RunFacts): void;
  getRunFacts(runId: string): RunFacts | undefined;
  /** The newest first. */
  listRunFacts(limit: number): readonly RunFacts[];
  addModelCall(call: ModelCall): void;
  listModelCalls(runId: string): readonly ModelCall[];
  /** What the answers of a run cost together; undefined when none was recorded. */
  usageOf(runId: string): { input: number; output: number; cost_usd: number } | undefined;
  addToolOutput(output: ToolOutput): void;
  listToolOutputs(runId: string): readonly ToolOutput[];

  getProfile(name: string): Versioned<PolicyProfile> | undefined;
  /** False when the version is not the current one. A new value has version 0. */
  putProfile(profile: PolicyProfile, change: Change): boolean;
  getActivePolicy(): string | undefined;
  setActivePolicy(name: string, change: Omit<Change, 'version'>): void;

  listManifests(): ReadonlyMap<string, Versioned<ToolManifest>>;
  /** `undefined` takes the confirmation back. */
  putManifest(toolId: string, manifest: ToolManifest | undefined, change: Change): boolean;

  /** True for the first caller ever with this name. */
  claimOnce(name: string): boolean;
  close(): void;
}

/** Who changes something, from which version on. */
export type Change = { readonly version: number; readonly by: string; readonly now: number };
