import type { ToolManifest } from './tool-manifest.ts';

/** The kinds of thing a model can call. Anything else is refused. */
export const TOOL_KINDS = [
  'function',
  'mcp',
  'skill',
  'hosted_mcp',
  'handoff',
  'agent',
  'shell',
  'apply_patch',
  'computer',
  'hosted',
] as const;
/** What kind of tool a call is for; a kind that is not here is refused. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** What is known about a tool before it is called. */
export interface ToolDescription {
  /** The canonical id that policies, approvals and logs use; never the name that upstream rewrote. */
  readonly id: string;
  readonly kind: ToolKind;
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly annotations?: unknown;
  readonly server_id?: string | undefined;
  readonly manifest?: ToolManifest | undefined;
  /** An agent stands behind it, as behind some skills: it changes nothing itself, and its own calls are decided one by one. */
  readonly delegates?: boolean | undefined;
  /** Set while the definition of an MCP tool is not accepted: nobody has accepted it yet, or it has changed since. */
  readonly acceptance?: 'new' | 'changed' | undefined;
  /** Digest of server, name, description, schema and annotations: a changed tool is another tool. */
  readonly definition_digest: string;
}

/** One call that a model wants to make, as the gate and the safety agent see it. */
export interface ToolCallRequest {
  readonly tool_name: string;
  readonly tool_kind: ToolKind;
  readonly args: Readonly<Record<string, unknown>>;
  /** The user's own words, never text from a model or a tool. */
  readonly user_intent: string;
  readonly call_id: string;
  readonly tool: ToolDescription;
}
