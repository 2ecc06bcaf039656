import { SekishoError } from '@sekisho/engine';
import { isCallable, isRecord, textOf } from './read-value.ts';
import { toolRecord } from './records.ts';
import type { AnyAgent, Tool } from './upstream.ts';

interface ListingFor {
  readonly agent: AnyAgent;
  readonly runContext: unknown;
}

/**
 * Lists the MCP tools of an agent and records the server of each one, because upstream's tools do not contain it. A failed
 * listing throws AGENTS-E-MCP-UNREACHABLE with the name of the server.
 */
export async function withOrigins(listingFor: ListingFor, list: () => Promise<Tool[]>): Promise<Tool[]> {
  const { mcpServers } = listingFor.agent;
  for (const server of mcpServers) watchListings(server);
  try {
    const tools = await list();
    await recordOrigins(mcpServers, tools, listingFor);
    return tools;
  } catch (error) {
    throw listingFailure(error);
  }
}

/**
 * Returns the name of a server for ids, logs and approval requests. Upstream uses the URL as the name of a server without
 * a name, and many URLs contain a key. Everything that can be a key is removed, as upstream does for its own names.
 */
export function mcpServerName(name: string): string {
  const kind = URL_KINDS.find((each) => name.startsWith(each)) ?? '';
  const endpoint = name.slice(kind.length);
  if (kind === '' && !/^\s*https?:/i.test(endpoint)) return name;
  if (!URL.canParse(endpoint)) return `${kind}<redacted endpoint>`;
  const { protocol, host, pathname, username, password, search, hash } = new URL(endpoint);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain ? name : `${kind}${protocol}//${host}${pathname}`;
}

const URL_KINDS = ['sse: ', 'streamable-http: '];

interface ServerRecord {
  listing?: readonly ListedMcpTool[];
}

interface ListedMcpTool {
  readonly name: string;
  readonly description: string;
  readonly annotations?: unknown;
  readonly raw: Readonly<Record<string, unknown>>;
}

const servers = new WeakMap<object, ServerRecord>();
/** The name of the server that failed, by its error. */
const failures = new WeakMap<object, string>();

function watchListings(server: object): void {
  if (servers.has(server)) return;
  const record: ServerRecord = {};
  servers.set(server, record);
  const list: unknown = Reflect.get(server, 'listTools');
  if (!isCallable(list)) return;
  Object.defineProperty(server, 'listTools', {
    value: async (...args: unknown[]) => {
      try {
        const listing: unknown = await Reflect.apply(list, server, args);
        record.listing = readListing(listing);
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

/** Returns the error of a run whose server could not list its tools. Any other error is returned unchanged. */
function listingFailure(error: unknown): unknown {
  const server = isRecord(error) ? failures.get(error) : undefined;
  if (server === undefined || error instanceof SekishoError) return error;
  return new SekishoError(
    'AGENTS-E-MCP-UNREACHABLE',
    `MCP server "${mcpServerName(server)}" cannot list its tools. Call its connect() before the run and check that it is reachable. See the cause of this error.`,
    { cause: error },
  );
}

interface Candidate {
  readonly server: object;
  readonly name: string;
  readonly listed: ListedMcpTool;
}

/**
 * Finds the server and the listed tool of each MCP tool that upstream created, before any decision about it: an MCP tool
 * without a known server would count as one of the host's own tools. Upstream keeps the order of servers and tools, may
 * filter some and may prefix names, so both lists are compared in order.
 */
async function recordOrigins(
  mcpServers: readonly object[],
  tools: readonly object[],
  listingFor: ListingFor,
): Promise<void> {
  const candidates: Candidate[] = [];
  for (const server of mcpServers) {
    const name = mcpServerName(String(Reflect.get(server, 'name')));
    for (const listed of await listingOf(server)) candidates.push({ server, name, listed });
  }
  let next = 0;
  for (const [index, candidate] of candidates.entries()) {
    const tool = tools[next];
    if (!tool || !isSame(tool, candidate)) continue;
    // Another tool has equal properties and would be mistaken for this one if this one was filtered out.
    const isAmbiguous = () => candidates.slice(index + 1).some((other) => isSame(tool, other));
    if (!(await passesFilter(candidate, listingFor, isAmbiguous))) continue;
    const { name, listed } = candidate;
    const record = toolRecord(tool);
    record.origin = { server: name, tool: listed.name, annotations: listed.annotations };
    delete record.description;
    next += 1;
  }
  const unmatched = tools[next];
  if (!unmatched) return;
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    `Cannot determine which MCP server the tool "${String(Reflect.get(unmatched, 'name'))}" belongs to, because the list of its server has changed. Start the run again.`,
  );
}

/** Returns the tools of a server. Upstream may have cached a list before the server was watched. */
async function listingOf(server: object): Promise<readonly ListedMcpTool[]> {
  const record = servers.get(server);
  const list: unknown = Reflect.get(server, 'listTools');
  if (!record?.listing && isCallable(list)) await Reflect.apply(list, server, []);
  return record?.listing ?? [];
}

function readListing(listing: unknown): readonly ListedMcpTool[] {
  if (!Array.isArray(listing)) return [];
  return listing.filter(isRecord).map((tool) => ({
    name: String(tool['name']),
    description: textOf(tool['description']),
    annotations: tool['annotations'],
    raw: tool,
  }));
}

/**
 * Returns whether the host's filter lets this agent use a tool of a server, by upstream's rules. Upstream has already
 * called a filter function of the host; it is called a second time only for an ambiguous tool.
 */
async function passesFilter(
  { server, listed }: Candidate,
  { agent, runContext }: ListingFor,
  isAmbiguous: () => boolean,
): Promise<boolean> {
  const filter: unknown = Reflect.get(server, 'toolFilter');
  if (isCallable(filter)) {
    if (!isAmbiguous()) return true;
    const context = { runContext, agent, serverName: Reflect.get(server, 'name') };
    return Boolean(await Reflect.apply(filter, server, [context, structuredClone(listed.raw)]));
  }
  if (!isRecord(filter)) return true;
  const { allowedToolNames: allowed, blockedToolNames: blocked } = filter;
  const { name } = listed.raw;
  const isAllowed = !Array.isArray(allowed) || allowed.length === 0 || allowed.includes(name);
  return isAllowed && !(Array.isArray(blocked) && blocked.includes(name));
}

function isSame(tool: object, { listed, name: server }: Candidate): boolean {
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
