import type { McpOrigin } from './describe-tool.ts';
import { replaceMethod } from './replace-method.ts';
import { registeredTool } from './tool-registry.ts';

/** Remembers what each server lists: upstream's tools do not say which server they belong to. */
export function watchListings(servers: readonly object[]): void {
  for (const server of servers) {
    if (watched.has(server)) continue;
    watched.add(server);
    const owner = Object.hasOwn(server, 'listTools') ? server : Object.create(null);
    if (owner !== server)
      Object.defineProperty(owner, 'listTools', {
        value: Reflect.get(server, 'listTools'),
        configurable: true,
      });
    replaceMethod(
      owner,
      'listTools',
      (original) =>
        async function (...args) {
          const listing: unknown = await Reflect.apply(original, server, args);
          listings.set(server, readListing(listing));
          return listing;
        },
    );
    Object.defineProperty(server, 'listTools', {
      value: Reflect.get(owner, 'listTools'),
      configurable: true,
      writable: true,
    });
  }
}

/**
 * Which server and which of its tools each listed tool is. Upstream keeps the order of servers and of their tools, may
 * drop some (filters) and may prefix names, so the lists are walked side by side.
 */
export function mcpOrigins(servers: readonly object[], tools: readonly object[]): Map<object, McpOrigin> {
  const origins = new Map<object, McpOrigin>();
  for (const tool of tools) {
    const origin = registeredTool(Reflect.get(tool, 'invoke'))?.mcp;
    if (origin) origins.set(tool, origin);
  }
  let next = 0;
  for (const server of servers) {
    const name = String(Reflect.get(server, 'name'));
    for (const listed of listings.get(server) ?? []) {
      const tool = tools[next];
      if (!tool || !isSame(tool, listed)) continue;
      origins.set(tool, { server: name, tool: listed.name, annotations: listed.annotations });
      next += 1;
    }
  }
  return origins;
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly annotations?: unknown;
}

const watched = new WeakSet<object>();
const listings = new WeakMap<object, readonly ListedTool[]>();

function isSame(tool: object, listed: ListedTool): boolean {
  const name = String(Reflect.get(tool, 'name'));
  const safe = listed.name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  if (String(Reflect.get(tool, 'description') ?? '') !== listed.description) return false;
  return name === safe || (name.startsWith('mcp_') && name.includes(`__${safe.slice(0, 16)}`));
}

function readListing(listing: unknown): readonly ListedTool[] {
  if (!Array.isArray(listing)) return [];
  return listing.filter(isRecord).map((tool) => ({
    name: String(tool['name']),
    description: typeof tool['description'] === 'string' ? tool['description'] : '',
    annotations: tool['annotations'],
  }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
