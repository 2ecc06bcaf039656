import type { McpAccess, McpLimits, McpServer } from './mcp-server-config.ts';
import type { McpToolDefinition } from './tools/mcp-tool.ts';

/** The result of a call as the server returned it. */
export interface McpCallResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** The options of a call. */
export interface McpCallOptions {
  /** The accepted definition. The result is validated against it and not against a newer one. */
  readonly definition: McpToolDefinition;
  readonly signal: AbortSignal;
}

/**
 * A connection to one server. Failures are SekishoErrors: AGENTS-E-MCP-UNREACHABLE if the outcome is unknown,
 * AGENTS-E-MCP-SCHEMA if a response is not valid, AGENTS-E-MCP-EXEC if the server reported a failure.
 */
export interface McpClient {
  readonly isOpen: boolean;
  listTools(signal: AbortSignal): Promise<readonly McpToolDefinition[]>;
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: McpCallOptions,
  ): Promise<McpCallResult>;
  /** Closes the connection and ends the process of the server, if there is one. Never throws. */
  close(): Promise<void>;
}

/** Opens a connection, or throws AGENTS-E-MCP-UNREACHABLE. */
export type ConnectMcpClient = (
  server: McpServer,
  parts: { readonly limits: McpLimits; readonly access: McpAccess },
) => Promise<McpClient>;
