/** The acceptance of a tool definition. A refused tool is not available to agents. */
type McpToolState = 'accepted' | 'new' | 'changed' | 'refused';

/** One tool of a server, for review before it is used. */
export interface McpCapability {
  /** The name that the server uses. */
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly server_id: string;
  /** The canonical id that policies, approvals and logs use. */
  readonly tool_id: string;
  /** The name that models receive. */
  readonly wire_name: string;
  readonly state: McpToolState;
  readonly definition_digest: string;
  /** Findings for the reviewer: hidden characters, instructions to the model, changes, and the reason of a refusal. */
  readonly findings: readonly string[];
}
