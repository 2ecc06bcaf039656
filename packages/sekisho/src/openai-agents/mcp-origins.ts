import { SekishoError } from '@sekisho/engine';
import type { McpOrigin } from './describe-tool.ts';
import { passesFilter, type ListingFor } from './mcp-filter.ts';
import { mcpServerName } from './mcp-server-name.ts';
import { registeredTool } from './tool-registry.ts';

/** Records the tools that each server lists, because upstream's tools do not contain their server. */
export function watchListings(servers: readonly object[]): void {
  for (const server of servers) {
    if (watched.has(server)) continue;
    watched.add(server);
    const list: unknown = Reflect.get(server, 'listTools');
    if (typeof list !== 'function') continue;
    Object.defineProperty(server, 'listTools', {
      value: async (...args: unknown[]) => {
        try {
          const listing: unknown = await Reflect.apply(list, server, args);
          listings.set(server, readListing(listing));
          return listing;
        } catch (error) {
          if (isRecord(error)) failures.set(error, String(Reflect.get(server, 'name')));
          throw error;
        }
      },
      configurable: true,
      writable: true,
    });
  }
}

/** Returns the error of a run whose server could not list its tools. Any other error is returned unchanged. */
export function listingFailure(error: unknown): unknown {
  const server = isRecord(error) ? failures.get(error) : undefined;
  if (server === undefined || error instanceof SekishoError) return error;
  return new SekishoError(
    'AGENTS-E-MCP-UNREACHABLE',
    `MCP server "${mcpServerName(server)}" cannot list its tools. Call its connect() before the run and check that it is reachable. See the cause of this error.`,
    { cause: error },
  );
}

/**
 * Finds the server and the listed tool of each MCP tool that upstream created, before any decision about it: an MCP tool
 * without a known server would count as one of the host's own tools. Upstream keeps the order of servers and tools, may
 * filter some and may prefix names, so both lists are compared in order.
 */
export async function rememberOrigins(
  servers: readonly object[],
  tools: readonly object[],
  listingFor: Pick<ListingFor, 'agent' | 'runContext'>,
): Promise<void> {
  const candidates: Candidate[] = [];
  for (const server of servers) {
    const name = mcpServerName(String(Reflect.get(server, 'name')));
    for (const listed of await listingOf(server)) candidates.push({ server, name, listed });
  }
  let next = 0;
  for (const [index, { server, name, listed }] of candidates.entries()) {
    const tool = tools[next];
    if (!tool || !isSame(tool, listed, name)) continue;
    const isAmbiguous = () =>
      candidates.slice(index + 1).some((other) => isSame(tool, other.listed, other.name));
    if (!(await passesFilter(server, listed.raw, { ...listingFor, isAmbiguous }))) continue;
    origins.set(tool, { server: name, tool: listed.name, annotations: listed.annotations });
    next += 1;
  }
  const unmatched = tools[next];
  if (!unmatched) return;
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    `Cannot determine which MCP server the tool "${String(Reflect.get(unmatched, 'name'))}" belongs to, because the list of its server has changed. Start the run again.`,
  );
}

/** Returns the origin of a tool that belongs to an MCP server. */
export function mcpOriginOf(tool: object): McpOrigin | undefined {
  return origins.get(tool) ?? registeredTool(Reflect.get(tool, 'invoke'))?.mcp;
}

/** A listed tool with its server and the name of the server. */
interface Candidate {
  readonly server: object;
  readonly name: string;
  readonly listed: ListedTool;
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly annotations?: unknown;
  readonly raw: Readonly<Record<string, unknown>>;
}

const watched = new WeakSet<object>();
const origins = new WeakMap<object, McpOrigin>();
/** The name of the server that failed, by its error. */
const failures = new WeakMap<object, string>();
const listings = new WeakMap<object, readonly ListedTool[]>();

/** Returns the tools of a server. Upstream may have cached a list before the server was watched. */
async function listingOf(server: object): Promise<readonly ListedTool[]> {
  const list: unknown = Reflect.get(server, 'listTools');
  if (!listings.has(server) && typeof list === 'function') await Reflect.apply(list, server, []);
  return listings.get(server) ?? [];
}

function isSame(tool: object, listed: ListedTool, server: string): boolean {
  if (String(Reflect.get(tool, 'description') ?? '') !== listed.description) return false;
  const name = String(Reflect.get(tool, 'name'));
  if (name === wireText(listed.name)) return true;
  const prefixed = wireText(`mcp_${namePart(server, 'server')}__${namePart(listed.name, 'tool')}`);
  // Upstream truncates long and duplicate names and appends a hash.
  const truncated = /^(.*)_[0-9a-f]{8}$/.exec(name)?.[1];
  return name === prefixed || (truncated !== undefined && prefixed.startsWith(truncated));
}

const wireText = (text: string) => text.replaceAll(/[^a-zA-Z0-9]/g, '_');

const namePart = (text: string, fallback: string) =>
  text.replaceAll(/[^a-zA-Z0-9_-]/gu, '_').replaceAll(/^[_-]+|[_-]+$/g, '') || fallback;

function readListing(listing: unknown): readonly ListedTool[] {
  if (!Array.isArray(listing)) return [];
  return listing.filter(isRecord).map((tool) => ({
    name: String(tool['name']),
    description: typeof tool['description'] === 'string' ? tool['description'] : '',
    annotations: tool['annotations'],
    raw: tool,
  }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
