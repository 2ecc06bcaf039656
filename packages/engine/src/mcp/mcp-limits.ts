/** Limits of time and size for each server. Times are in milliseconds. */
export interface McpLimits {
  readonly connectTimeoutMs: number;
  readonly listTimeoutMs: number;
  /** The limit of one call including its retries. */
  readonly callTimeoutMs: number;
  /** The size of one message. */
  readonly maxMessageBytes: number;
  /** The size of the result of one call. */
  readonly maxResultBytes: number;
  readonly maxTools: number;
  readonly maxDefinitionBytes: number;
  /** The number of retries of a repeatable call. */
  readonly retries: number;
  /** The delay before the first retry. It doubles with each further retry. */
  readonly retryDelayMs: number;
}

/** The default limits. */
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
