import { z } from 'zod';
import { toolManifestSchema } from './tool-manifest.ts';

/** The owner's word on one tool of a server: only the effect is required. */
const declaredToolSchema = toolManifestSchema
  .omit({ origin: true, confirmed: true })
  .partial({ arguments: true, trusted_source: true, sensitive: true, idempotent: true });

const common = {
  /** The name under which policies, approvals and logs know the server. */
  server_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
  /** Which protocol to speak; `auto` asks the server. */
  protocol: z.enum(['auto', '2025-11-25', '2026-07-28']).default('auto'),
  /** The only tools of this server that exist for agents; all of them if absent. */
  allowedTools: z.array(z.string()).optional(),
  /** What the owner says about tools, by their name; it counts once the definition of the tool is accepted. */
  manifests: z.record(z.string(), declaredToolSchema).default({}),
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
  /** Plain http to other machines; this machine needs no permission. */
  allowHttp: z.boolean().default(false),
  /** Addresses of private networks; link-local ones (cloud metadata) stay closed. */
  allowPrivateNetwork: z.boolean().default(false),
});

/** How to reach an MCP server: a program to start, or a URL. Plain data, no secrets but headers and env. */
export const mcpServerConfigSchema = z.union([stdioServerSchema, httpServerSchema]);

/** The schema that fits the intention of a configuration, for messages about what is wrong with it. */
export const schemaOfConfig = (config: unknown) =>
  'url' in Object(config) ? httpServerSchema : stdioServerSchema;

/** What a host writes to register an MCP server. */
export type McpServerConfig = z.input<typeof mcpServerConfigSchema>;

/** A configuration with its defaults filled in. */
export type McpServer = z.output<typeof mcpServerConfigSchema>;

/** A server that is a program on this machine. */
export type McpStdioServer = z.output<typeof stdioServerSchema>;

/** A server that is reached by a URL. */
export type McpHttpServer = z.output<typeof httpServerSchema>;
