import { hostedMcpTool as upstreamHostedMcpTool } from '@openai/agents-core';
import { SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions } from '@sekisho/engine/integration';

type UpstreamOptions<Context> = Parameters<typeof upstreamHostedMcpTool<Context>>[0];

/** A hosted MCP server, in the short form. */
export interface HostedMcpServer {
  readonly url: string;
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
}

/** Options of a hosted MCP server. Approval is required unless `requireApproval` is `false`. */
export interface HostedMcpOptions {
  readonly requireApproval?: boolean | undefined;
  readonly allowedTools?: string[] | undefined;
}

/**
 * Creates a tool for an MCP server that the provider calls. Accepts upstream's single argument, or a server and our
 * options. In both forms calls require approval by default (upstream's default is "never").
 */
export function hostedMcpTool<Context = unknown>(
  server: UpstreamOptions<Context> | HostedMcpServer,
  options: HostedMcpOptions = {},
): ReturnType<typeof upstreamHostedMcpTool<Context>> {
  if (!('url' in server)) return upstreamHostedMcpTool({ requireApproval: 'always', ...server });
  requireKnownOptions<HostedMcpServer>(server, SERVER_OPTIONS, { place: 'The server of hostedMcpTool()' });
  requireKnownOptions(options, OPTIONS, { place: 'The second argument of hostedMcpTool()' });
  const url = URL.canParse(server.url) ? new URL(server.url) : undefined;
  if (url?.protocol !== 'https:') {
    throw new SekishoError(
      'AGENTS-E-MCP-SCHEMA',
      `The URL of a hosted MCP server must use https, but it is "${server.url}".`,
    );
  }
  const common = {
    serverLabel: server.label ?? url.hostname.replaceAll('.', '-'),
    serverUrl: server.url,
    ...(server.description === undefined ? {} : { serverDescription: server.description }),
    ...(server.headers === undefined ? {} : { headers: server.headers }),
    ...(options.allowedTools === undefined ? {} : { allowedTools: options.allowedTools }),
  };
  return options.requireApproval === false
    ? upstreamHostedMcpTool({ ...common, requireApproval: 'never' })
    : upstreamHostedMcpTool({ ...common, requireApproval: 'always' });
}

const SERVER_OPTIONS: OptionNames<HostedMcpServer> = {
  url: true,
  label: true,
  description: true,
  headers: true,
};

const OPTIONS: OptionNames<HostedMcpOptions> = {
  requireApproval: true,
  allowedTools: true,
};
