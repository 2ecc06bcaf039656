import { z } from 'zod';
import { didYouMean } from '../errors/did-you-mean.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { isObject, propertyOf } from '../wire/json-value.ts';
import { declareManifest, type ToolManifest } from '../wire/tool-manifest.ts';
import { declaredToolSchema } from './mcp-server-config.ts';
import { mcpToolId } from './tools/mcp-tool.ts';

const manifestPackSchema = z.strictObject({
  registry: z.enum(['npm', 'pypi']),
  package: z.string().min(1),
  /** The version of the package whose tools were compared with the pack. */
  version: z.string().min(1),
  tools: z.record(z.string(), declaredToolSchema),
});

/** The manifests of the tools of a published MCP server. */
export type ManifestPack = z.infer<typeof manifestPackSchema> & { readonly name: string };

/** A pack is loaded when it is used. */
const PACKS: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  'brave-search': () => import('./packs/brave-search.json', { with: { type: 'json' } }),
  'chrome-devtools': () => import('./packs/chrome-devtools.json', { with: { type: 'json' } }),
  context7: () => import('./packs/context7.json', { with: { type: 'json' } }),
  exa: () => import('./packs/exa.json', { with: { type: 'json' } }),
  fetch: () => import('./packs/fetch.json', { with: { type: 'json' } }),
  filesystem: () => import('./packs/filesystem.json', { with: { type: 'json' } }),
  firecrawl: () => import('./packs/firecrawl.json', { with: { type: 'json' } }),
  git: () => import('./packs/git.json', { with: { type: 'json' } }),
  github: () => import('./packs/github.json', { with: { type: 'json' } }),
  memory: () => import('./packs/memory.json', { with: { type: 'json' } }),
  notion: () => import('./packs/notion.json', { with: { type: 'json' } }),
  playwright: () => import('./packs/playwright.json', { with: { type: 'json' } }),
  'sequential-thinking': () => import('./packs/sequential-thinking.json', { with: { type: 'json' } }),
  slack: () => import('./packs/slack.json', { with: { type: 'json' } }),
  tavily: () => import('./packs/tavily.json', { with: { type: 'json' } }),
  time: () => import('./packs/time.json', { with: { type: 'json' } }),
};

/** Returns the pack of a published MCP server. Throws AGENTS-E-MCP-SCHEMA for an unknown name. */
export async function manifestPack(name: string): Promise<ManifestPack> {
  const load = Object.hasOwn(PACKS, name) ? PACKS[name] : undefined;
  if (load) return { name, ...manifestPackSchema.parse((await load()).default) };
  const names = Object.keys(PACKS);
  const hint = didYouMean(name, names) || ` The packs are: ${names.join(', ')}.`;
  throw new SekishoError('AGENTS-E-MCP-SCHEMA', `There is no manifest pack "${name.slice(0, 100)}".${hint}`);
}

/** Returns the manifests of a pack by the canonical ids of the tools of a server, for `createRunner({ manifests })`. */
export async function packManifests(name: string, serverId: string): Promise<Record<string, ToolManifest>> {
  const { tools } = await manifestPack(name);
  return Object.fromEntries(
    Object.entries(tools).map(([tool, declared]) => [mcpToolId(serverId, tool), declareManifest(declared)]),
  );
}

/**
 * Returns the manifest of a listed tool, or undefined if the pack does not describe it. An argument that the pack does not
 * know may change what the tool does, so such a tool counts as undeclared.
 */
export function manifestInPack(pack: ManifestPack, tool: string, schema: unknown): ToolManifest | undefined {
  const declared = Object.hasOwn(pack.tools, tool) ? pack.tools[tool] : undefined;
  const listed = propertyOf(schema, 'properties');
  const isKnown = (argument: string) => Object.hasOwn(declared?.arguments ?? {}, argument);
  return declared && (!isObject(listed) || Object.keys(listed).every(isKnown))
    ? declareManifest(declared)
    : undefined;
}
