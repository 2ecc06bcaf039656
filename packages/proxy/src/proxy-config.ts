import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_MCP_SCOPES, SekishoError, type McpScopes, type McpServerConfig } from '@sekisho/engine';
import { describeIssue, didYouMean, mcpServerConfigSchema } from '@sekisho/engine/integration';
import { z } from 'zod';

const optionsSchema = z.strictObject({
  /** The policy profile of all calls. */
  profile: z.string().min(1).default('balanced'),
  /** The tools that each profile may use: names of servers mapped to names of tools, `*` for all. */
  scopes: z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)))).optional(),
  /** Names every tool `server__tool`. The default is true with several servers and false with one. */
  prefix: z.boolean().optional(),
  /** Facts about the user that are trusted, such as own addresses and folders. */
  facts: z.unknown().optional(),
  /** Folders, as file URLs, that servers receive as roots instead of the roots of the client. */
  roots: z.array(z.url()).default([]),
  /** Whether servers may use the model of the client while a call is open. */
  sampling: z.boolean().default(false),
  /** Accepts the tools that a server lists when it is seen for the first time, except those that the scan reports. */
  trustOnFirstUse: z.boolean().default(true),
  /** Where the console displays approval requests, for example `http://127.0.0.1:8787`. */
  consoleUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** How long a call waits for a decision before the client has to repeat it. The default depends on the client. */
  waitSeconds: z.number().int().min(0).max(3_600).optional(),
  /** Whether the person at the client may approve requests up to risk 4 in a form of the client. */
  approveInClient: z.boolean().default(false),
});

const fileSchema = optionsSchema.extend({
  servers: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .refine((servers) => Object.keys(servers).length > 0, 'At least one server is required.'),
});

/** The settings of a proxy, as in `sekisho.proxy.json`. */
export type ProxySettings = z.output<typeof optionsSchema> & { readonly servers: readonly McpServerConfig[] };

/** Returns the settings in a file. Throws AGENTS-E-RUNNER-CONFIG with the field that is not valid. */
export function loadProxySettings(file: string): ProxySettings {
  const path = resolve(file);
  try {
    return readProxySettings(JSON.parse(readFileSync(path, 'utf8')), path);
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw configError(`The configuration ${path} cannot be read: ${reason}.`, cause);
  }
}

/** Returns settings with defaults. `place` names them in errors. */
export function readProxySettings(value: unknown, place: string): ProxySettings {
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = describeIssue({ error: parsed.error, value, fields: Object.keys(fileSchema.shape) });
    throw configError(`${place} is not valid. ${issue}`);
  }
  const { servers, ...options } = parsed.data;
  for (const [profile, scope] of Object.entries(options.scopes ?? {}))
    for (const id of Object.keys(scope))
      if (id !== '*' && !Object.hasOwn(servers, id))
        throw configError(
          `"scopes.${profile}" in ${place} names the server "${id}", which "servers" does not contain.${didYouMean(id, Object.keys(servers))}`,
        );
  return {
    ...options,
    servers: Object.entries(servers).map(([server_id, server]) => {
      const checked = mcpServerConfigSchema.safeParse({ ...server, server_id });
      if (checked.success) return checked.data;
      const issue = describeIssue({ error: checked.error, value: server, fields: Object.keys(server) });
      throw configError(`The server "${server_id}" in ${place} is not valid. ${issue}`);
    }),
  };
}

/**
 * Throws AGENTS-E-RUNNER-CONFIG if the profile may use no tool of the servers: clients would connect to a proxy without
 * tools and no message would give the reason.
 */
export function requireScope({ profile, scopes: configured, servers }: ProxySettings): void {
  const scopes: McpScopes = configured ?? DEFAULT_MCP_SCOPES;
  const scope = Object.hasOwn(scopes, profile) ? scopes[profile] : undefined;
  if (Object.values(scope ?? {}).some((tools) => tools.length > 0)) return;
  const example = JSON.stringify({ scopes: { [profile]: { [servers[0]?.server_id ?? 'files']: ['*'] } } });
  throw configError(
    `The profile "${profile}" may use no tool of these servers. Name its tools in the file of --config, for example ${example}, or use another profile.`,
  );
}

const configError = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-RUNNER-CONFIG', message, cause === undefined ? undefined : { cause });
