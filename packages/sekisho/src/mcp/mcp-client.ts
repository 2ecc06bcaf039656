import type { McpServer } from '../contracts/mcp-server-config.ts';
import type { McpToolDefinition } from '../contracts/mcp-tool-definition.ts';
import type { McpAccess } from './mcp-access.ts';
import type { McpLimits } from './mcp-limits.ts';

/** What a server answered to a call, still as it came. */
export interface McpCallResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** What a call is made with, besides its arguments. */
export interface McpCallOptions {
  /** The definition that was accepted; the result is checked against it and not against a newer one. */
  readonly definition: McpToolDefinition;
  readonly signal: AbortSignal;
}

/**
 * A connection to one server. Failures are SekishoErrors: AGENTS-E-MCP-UNREACHABLE if nobody knows whether the server did
 * anything, -SCHEMA if what it said is not valid, -EXEC if it answered that it failed.
 */
export interface McpClient {
  readonly isOpen: boolean;
  listTools(signal: AbortSignal): Promise<readonly McpToolDefinition[]>;
  callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: McpCallOptions,
  ): Promise<McpCallResult>;
  /** Ends the connection and, if there is one, the process behind it. Never throws. */
  close(): Promise<void>;
}

/** Opens a connection, or fails with AGENTS-E-MCP-UNREACHABLE. */
export type ConnectMcpClient = (
  server: McpServer,
  parts: { readonly limits: McpLimits; readonly access: McpAccess },
) => Promise<McpClient>;
