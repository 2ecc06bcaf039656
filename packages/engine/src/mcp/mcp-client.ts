import type { InputRequests, InputResponses } from '@modelcontextprotocol/client';
import type { McpAccess, McpLimits, McpServer } from './mcp-server-config.ts';
import type { McpToolDefinition } from './tools/mcp-tool.ts';

/** The result of a call as the server returned it. */
export interface McpCallResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** The options of a request that is relayed for another client. */
export interface McpRelayOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: McpProgress) => void) | undefined;
  /** Fields of `_meta` of the original request. Those of the 2026 protocol are dropped for servers of the 2025 one. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Provides the input that a server of the 2026 protocol requires. Without it, the functions of `McpAccess` reply. */
  readonly provideInput?: ((requests: InputRequests) => Promise<InputResponses>) | undefined;
}

interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The options of a call. */
export interface McpCallOptions extends McpRelayOptions {
  /** The accepted definition. The result is validated against it and not against a newer one. */
  readonly definition: McpToolDefinition;
  readonly signal: AbortSignal;
}

/** What a server offers besides tools, for integrations that relay its protocol. */
export interface McpPeer {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions?: string | undefined;
  /** Sends a request of the protocol and returns its result unchanged. Tools are called with `callTool`. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: McpRelayOptions,
  ): Promise<Record<string, unknown>>;
}

/**
 * A connection to one server. Failures are SekishoErrors: AGENTS-E-MCP-UNREACHABLE if the outcome is unknown,
 * AGENTS-E-MCP-SCHEMA if a response is not valid, AGENTS-E-MCP-EXEC if the server reported a failure.
 */
export interface McpClient {
  readonly isOpen: boolean;
  /** Absent in clients that only call tools. */
  readonly peer?: McpPeer | undefined;
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
