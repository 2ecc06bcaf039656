import type {
  AuthProvider,
  ClientCapabilities,
  ElicitRequestParams,
  ElicitResult,
  InputRequest,
  InputResponse,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { toolManifestSchema } from '../wire/tool-manifest.ts';

/** The owner's declaration about one tool of a server. Only the effect is required. */
export const declaredToolSchema = toolManifestSchema
  .omit({ origin: true, confirmed: true })
  .partial({ arguments: true, trusted_source: true, sensitive: true, idempotent: true });

const common = {
  /** The name of the server in policies, approvals and logs. */
  server_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
  /** The protocol version; `auto` negotiates it with the server. */
  protocol: z.enum(['auto', '2025-11-25', '2026-07-28']).default('auto'),
  /** The only tools of this server that are available to agents; all of them if absent. */
  allowedTools: z.array(z.string()).optional(),
  /** Declarations of the owner by tool name. They apply after the definition of the tool is accepted. */
  manifests: z.record(z.string(), declaredToolSchema).default({}),
  /** The name of the manifest pack of this server. A declaration in `manifests` takes precedence. */
  pack: z.string().optional(),
};

const stdioServerSchema = z.strictObject({
  ...common,
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  cwd: z.string().optional(),
});

const httpServerSchema = z.strictObject({
  ...common,
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  /** Permits plain http to other machines. This machine needs no permission. */
  allowHttp: z.boolean().default(false),
  /** Permits addresses of private networks. Link-local addresses (cloud metadata) are always blocked. */
  allowPrivateNetwork: z.boolean().default(false),
});

/**
 * How to reach an MCP server: a program to start, or a URL. It is plain data without secrets except in headers and env.
 */
export const mcpServerConfigSchema = z.union([stdioServerSchema, httpServerSchema]);

/** Returns the schema for the kind of configuration, for messages about invalid values. */
export const schemaOfConfig = (config: unknown) =>
  'url' in Object(config) ? httpServerSchema : stdioServerSchema;

/** The configuration that a host passes to register an MCP server. */
export type McpServerConfig = z.input<typeof mcpServerConfigSchema>;

/** A configuration with defaults. */
export type McpServer = z.output<typeof mcpServerConfigSchema>;

/** A server that is a program on this machine. */
export type McpStdioServer = z.output<typeof stdioServerSchema>;

/** A server that is reached by a URL. */
export type McpHttpServer = z.output<typeof httpServerSchema>;

/** The default limits of time and size for each server. Times are in milliseconds. */
export const DEFAULT_MCP_LIMITS = {
  connectTimeoutMs: 15_000,
  listTimeoutMs: 15_000,
  /** The limit of one call including its retries. */
  callTimeoutMs: 60_000,
  /** The size of one message. */
  maxMessageBytes: 8 * 1024 * 1024,
  /** The size of the result of one call. */
  maxResultBytes: 1024 * 1024,
  maxTools: 512,
  maxDefinitionBytes: 64 * 1024,
  /** How long a list of tools counts as current for calls. By default the tools are listed before every call. */
  relistAfterMs: 0,
  /** The number of retries of a repeatable call. */
  retries: 2,
  /** The delay before the first retry. It doubles with each further retry. */
  retryDelayMs: 200,
};

/** Limits of time and size for each server. */
export type McpLimits = Readonly<typeof DEFAULT_MCP_LIMITS>;

/**
 * The functions that belong to a server's configuration: its authorization and the replies to its elicitation
 * requests.
 */
export interface McpAccess {
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined;
  /**
   * Waits until the authorization page redirects the user back, and returns the query of that URL after its `state`
   * was compared. Without it a server that requires the user's consent cannot be used.
   */
  readonly authorizationResponse?: (() => Promise<URLSearchParams>) | undefined;
  /**
   * Replies to elicitation requests of the server. Without it the client does not declare support for elicitation.
   */
  readonly elicit?: ((question: ElicitRequestParams) => Promise<ElicitResult>) | undefined;
  /** Replies to every request of the server that these capabilities permit, for integrations that relay them. */
  readonly relay?: McpRequestRelay | undefined;
  /** Receives the notifications of the server, such as changed lists. Progress is passed to the request instead. */
  readonly notified?: ((method: string, params: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Passes the requests of a server to a client. */
export interface McpRequestRelay {
  readonly capabilities: Pick<ClientCapabilities, 'elicitation' | 'roots' | 'sampling'>;
  readonly reply: (request: InputRequest) => Promise<InputResponse>;
}
