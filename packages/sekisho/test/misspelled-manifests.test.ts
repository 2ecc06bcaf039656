import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Agent,
  createRunner,
  McpGateway,
  RuleSafetyAgent,
  tool,
  type DeclaredManifest,
} from '../src/index.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { untyped } from './programs/mediation-fixtures.ts';

const parameters = z.object({ path: z.string(), target: z.object({ host: z.string() }) });
const declare = (manifest: object) =>
  tool({
    name: 'delete_file',
    description: 'Deletes a file.',
    parameters,
    execute: async () => 'deleted',
    extensions: { manifest: untyped<DeclaredManifest>(manifest) },
  });

describe('a manifest that is declared with a tool', () => {
  it.each([
    [
      { effect: 'delete', arguments: { pth: 'path' } },
      'the tool has no argument "pth". Did you mean "path"?',
    ],
    [
      { effect: 'delete', arguments: { 'target.hots': 'url' } },
      'the tool has no argument "hots" in "target". Did you mean "host"?',
    ],
    [{ effect: 'delete', arguments: { path: 'pth' } }, 'Did you mean "path"?'],
    [{ effect: 'delte' }, 'Did you mean "delete"?'],
    [{ effekt: 'delete' }, '"effect" is undefined, but must be one of: read,'],
    [{ effect: 'delete', sensitiv: true }, 'It has no field "sensitiv". Did you mean "sensitive"?'],
  ])('is rejected with a suggestion: %j', (manifest, message) => {
    expect(() => declare(manifest)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-INPUT-INVALID',
        message: expect.stringContaining(message),
      }),
    );
    expect(() => declare(manifest)).toThrow('The manifest of tool "delete_file" is not valid: ');
  });

  it('is accepted when it names arguments of the schema', () => {
    expect(declare({ effect: 'delete', arguments: { path: 'path', 'target.host': 'url' } }).name).toBe(
      'delete_file',
    );
  });
});

describe('a confirmed manifest of the runner', () => {
  it('is rejected before the model call when it names an unknown argument of the tool', async () => {
    const ran: string[] = [];
    const read = tool({
      name: 'read_file',
      description: 'Reads a file.',
      parameters,
      execute: async ({ path }) => ran.push(path),
    });
    const model = scriptedModel([[functionCall('c1', 'read_file', { path: 'a', target: { host: 'b' } })]]);
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: 'memory',
      manifests: {
        read_file: {
          effect: 'read',
          arguments: { paht: 'path' },
          trusted_source: false,
          sensitive: false,
          idempotent: true,
          origin: 'guess',
          confirmed: true,
        },
      },
    });
    const run = runner.run(new Agent({ name: 'Clerk', model, tools: [read] }), 'Read the file a.');
    await expect(run).rejects.toThrow('the tool has no argument "paht". Did you mean "path"?');
    expect(model.turns).toBe(0);
    expect(ran).toEqual([]);
    await runner.close();
  });
});

describe('the configuration of an MCP server', () => {
  const gateways: McpGateway[] = [];
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));
  const open = () => {
    const gateway = new McpGateway({
      connect: async () => ({
        isOpen: true,
        listTools: async () => [
          {
            name: 'read',
            description: 'Reads a file.',
            inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
          },
        ],
        callTool: async () => ({ content: [] }),
        close: async () => {},
      }),
    });
    gateways.push(gateway);
    return gateway;
  };

  it.each([
    [{ command: 'node', argz: [] }, 'It has no field "argz". Did you mean "args"?'],
    [{ url: 'https://mcp.example', header: {} }, 'It has no field "header". Did you mean "headers"?'],
    [{ command: 'node', allowedTool: ['read'] }, 'Did you mean "allowedTools"?'],
    [{ command: 'node', manifests: { read: { effect: 'raed' } } }, 'Did you mean "read"?'],
    [{ command: 'node', protocol: '2025-11-52' }, 'Did you mean "2025-11-25"?'],
  ])('is rejected with a suggestion: %j', async (config, message) => {
    const registered = open().register(untyped({ server_id: 'files', ...config }));
    await expect(registered).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-SCHEMA',
      message: expect.stringContaining(message),
    });
  });

  it('is rejected when a manifest names an unknown argument of the tool', async () => {
    const gateway = open();
    const manifests = { read: { effect: 'read', arguments: { pth: 'path' } } } as const;
    await gateway.register({ server_id: 'files', command: 'node', manifests });
    await expect(gateway.toTools('files')).rejects.toMatchObject({
      code: 'AGENTS-E-MCP-SCHEMA',
      message:
        'MCP server "files", tool "read": The manifest is not valid: the tool has no argument "pth". Did you mean "path"? ' +
        'Correct manifests in the configuration of the server.',
    });
  });
});

describe('the extensions of a run', () => {
  it.each([
    [{ polcyProfile: 'strict' }, 'It has no field "polcyProfile". Did you mean "policyProfile"?'],
    [
      { policyProfile: 'strikt' },
      '"policyProfile" is "strikt", but must be one of: strict, balanced, fast. Did you mean "strict"?',
    ],
  ])('are rejected with a suggestion: %j', async (extensions, message) => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    const agent = new Agent({ name: 'Clerk', model: scriptedModel([]) });
    await expect(runner.run(agent, 'Hello.', { extensions: untyped(extensions) })).rejects.toMatchObject({
      code: 'AGENTS-E-INPUT-INVALID',
      message: expect.stringContaining(message),
    });
    await runner.close();
  });
});
