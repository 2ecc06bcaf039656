/** Whether the definition of a tool is the one that was accepted; a refused tool does not exist for agents. */
type McpToolState = 'accepted' | 'new' | 'changed' | 'refused';

/** One tool of a server as a person or a program looks at it before it is used. */
export interface McpCapability {
  /** The name that the server gave it. */
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly server_id: string;
  /** The canonical id that policies, approvals and logs use. */
  readonly tool_id: string;
  /** The name that models see. */
  readonly wire_name: string;
  readonly state: McpToolState;
  readonly definition_digest: string;
  /** What a reviewer has to know: hidden characters, orders to the model, what was changed, why it is refused. */
  readonly findings: readonly string[];
}
