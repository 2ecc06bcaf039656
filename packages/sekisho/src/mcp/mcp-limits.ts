/** How long and how much a server may take. Times are in milliseconds. */
export interface McpLimits {
  readonly connectTimeoutMs: number;
  readonly listTimeoutMs: number;
  /** For one call with all its repetitions. */
  readonly callTimeoutMs: number;
  /** One message on the wire. */
  readonly maxMessageBytes: number;
  /** The result of one call. */
  readonly maxResultBytes: number;
  readonly maxTools: number;
  readonly maxDefinitionBytes: number;
  /** How often a call that may be repeated is repeated. */
  readonly retries: number;
  /** The pause before the first repetition; each further one is twice as long. */
  readonly retryDelayMs: number;
}

/** What holds unless the host says otherwise. */
export const DEFAULT_MCP_LIMITS: McpLimits = {
  connectTimeoutMs: 15_000,
  listTimeoutMs: 15_000,
  callTimeoutMs: 60_000,
  maxMessageBytes: 8 * 1024 * 1024,
  maxResultBytes: 1024 * 1024,
  maxTools: 512,
  maxDefinitionBytes: 64 * 1024,
  retries: 2,
  retryDelayMs: 200,
};
