import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EFFECTS } from '../wire/tool-manifest.ts';
import { manifestInPack, manifestPack, packManifests } from './manifest-packs.ts';
import type { McpClient } from './mcp-client.ts';
import { McpGateway } from './mcp-gateway.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

const NAMES = readdirSync(join(import.meta.dirname, 'packs')).map((file) => basename(file, '.json'));

describe.each(NAMES)('the manifest pack %s', async (name) => {
  const pack = await manifestPack(name);

  it('names its package and declares tools', () => {
    expect(pack).toMatchObject({ name, version: expect.stringMatching(/^\d+\.\d+/) });
    expect(Object.keys(pack.tools).length).toBeGreaterThan(0);
  });

  it('trusts no result, and raises effects only by arguments of the tool', () => {
    for (const { effect, arguments: roles = {}, raises = {}, trusted_source, idempotent } of Object.values(
      pack.tools,
    )) {
      expect([trusted_source, idempotent]).toEqual([undefined, undefined]);
      for (const [path, raised] of Object.entries(raises)) {
        expect(Object.keys(roles)).toContain(path.split('.')[0]);
        expect(EFFECTS.indexOf(raised)).toBeGreaterThan(EFFECTS.indexOf(effect));
      }
    }
  });
});

describe('a manifest pack', () => {
  it('is found by its name', async () => {
    await expect(manifestPack('file-system')).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-SCHEMA',
      message: 'There is no manifest pack "file-system". Did you mean "filesystem"?',
    });
    await expect(manifestPack('constructor')).rejects.toMatchObject({
      message: expect.stringContaining('The packs are: brave-search, '),
    });
  });

  it('returns confirmed manifests by canonical id', async () => {
    expect((await packManifests('time', 'clock'))['mcp:clock/convert_time']).toEqual({
      effect: 'read',
      arguments: { source_timezone: 'option', time: 'option', target_timezone: 'option' },
      trusted_source: false,
      sensitive: false,
      idempotent: false,
      origin: 'declared',
      confirmed: true,
    });
  });

  it.each([
    ['the same arguments', { url: {}, max_length: {}, start_index: {}, raw: {} }, true],
    ['fewer arguments', { url: {} }, true],
    ['another argument', { url: {}, save_to: {} }, false],
  ])('applies to a tool with %s: %#', async (_case, properties, applies) => {
    const manifest = manifestInPack(await manifestPack('fetch'), 'fetch', { type: 'object', properties });
    expect(manifest !== undefined).toBe(applies);
  });
});

describe('a gateway with a manifest pack', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('declares the tools of the pack, and treats others as undeclared with one warning', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const gateway = await registered({ pack: 'fetch' }, { fetch: ['url'], purge: ['url'] });
    const offered = await gateway.offeredTools('web');
    expect(offered.map(({ manifest }) => manifest?.effect)).toEqual(['read', undefined]);
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^MCP server "web": the manifest pack "fetch" \(mcp-server-fetch [\d.]+\) does not .*: purge\. They count as undeclared\./,
        ),
        { code: 'AGENTS-E-MCP-SCHEMA' },
      ],
    ]);
  });

  it('prefers the declarations of the owner, and warns only about tools that are offered', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const manifests = { fetch: { effect: 'send' } } as const;
    const own = { pack: 'fetch', allowedTools: ['fetch'], manifests };
    const gateway = await registered(own, { fetch: ['url', 'save_to'], purge: [] });
    expect((await gateway.offeredTools('web')).map(({ manifest }) => manifest?.effect)).toEqual(['send']);
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not connect when the pack is unknown', async () => {
    await expect(registered({ pack: 'fetsh' }, {})).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-SCHEMA',
      message: expect.stringContaining('Did you mean "fetch"?'),
    });
  });

  it('accepts one of two concurrent registrations under the same id', async () => {
    const gateway = new McpGateway({ connect: async () => serverWith({ fetch: ['url'] }) });
    const config = { server_id: 'web', command: 'server', pack: 'fetch' };
    const results = await Promise.allSettled([gateway.register(config), gateway.register(config)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

async function registered(
  options: Partial<McpServerConfig>,
  tools: Readonly<Record<string, readonly string[]>>,
): Promise<McpGateway> {
  const gateway = new McpGateway({ connect: async () => serverWith(tools), trustOnFirstUse: true });
  await gateway.register({ server_id: 'web', command: 'server', ...options });
  return gateway;
}

/** A server that lists tools with the given arguments. */
function serverWith(tools: Readonly<Record<string, readonly string[]>>): McpClient {
  return {
    isOpen: true,
    listTools: async () =>
      Object.entries(tools).map(([name, names]) => ({
        name,
        inputSchema: { type: 'object', properties: Object.fromEntries(names.map((each) => [each, {}])) },
      })),
    callTool: async () => ({ content: [] }),
    close: async () => undefined,
  };
}
