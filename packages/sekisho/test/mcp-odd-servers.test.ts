import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { McpGateway } from '../src/mcp/mcp-gateway.ts';
import { RunContext } from '../src/sdk/upstream.ts';

const root = mkdtempSync(join(tmpdir(), 'sekisho-odd-'));
const program = join(import.meta.dirname, 'programs', 'mcp-odd-server.ts');
afterAll(() => rmSync(root, { recursive: true }));

const limits = {
  connectTimeoutMs: 4_000,
  listTimeoutMs: 2_000,
  callTimeoutMs: 4_000,
  maxMessageBytes: 100_000,
  maxResultBytes: 20_000,
  retryDelayMs: 10,
};

describe.concurrent('a server that misbehaves', () => {
  it.each([
    ['exits at once', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never answers', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never lists', 'AGENTS-E-MCP-UNREACHABLE'],
    ['floods', 'AGENTS-E-MCP-UNREACHABLE'],
    ['lists nonsense', 'AGENTS-E-MCP-SCHEMA'],
  ])('is not registered if it %s: %s', async (habit, code) => {
    const server = start(habit);
    const error = await server.registered.catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code, message: expect.stringContaining('MCP server "odd"') });
    expect(server.gateway.serverIds).toEqual([]);
    await expectEnded(server.folder);
  });

  it.each([
    ['dies during a call', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never ends a call', 'AGENTS-E-MCP-UNREACHABLE'],
    ['answers too much', 'AGENTS-E-MCP-UNREACHABLE'],
    ['answers a lot', 'AGENTS-E-MCP-EXEC'],
    ['answers nonsense', 'AGENTS-E-MCP-SCHEMA'],
    ['answers something unknown', 'AGENTS-E-MCP-SCHEMA'],
    ['answers what takes hours to check', 'AGENTS-E-MCP-SCHEMA'],
    ['refuses a call', 'AGENTS-E-MCP-EXEC'],
    ['fails a call', 'AGENTS-E-MCP-EXEC'],
  ])('is called once, and the model is told, if it %s: %s', async (habit, code) => {
    const server = start(habit);
    await server.registered;
    expect(await server.erase()).toContain(`${code}: MCP server "odd", tool "erase": `);
    expect(readFileSync(join(server.folder, 'calls'), 'utf8')).toBe('x\n');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it('reports to the model that a lost call may have been executed', async () => {
    const server = start('dies during a call');
    await server.registered;
    expect(await server.erase()).toContain('It may have been executed');
    await server.gateway.close();
  });

  it('is started anew for the next call after it died', async () => {
    const server = start('dies during a call');
    await server.registered;
    await server.erase();
    await server.erase();
    expect(readFileSync(join(server.folder, 'calls'), 'utf8')).toBe('x\nx\n');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it.each(['auto', '2025-11-25'] as const)(
    'is quoted, bounded and without secrets, if it exits with a complaint (%s)',
    async (protocol) => {
      const server = start('exits with a complaint', protocol);
      const error = await server.registered.catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: 'AGENTS-E-MCP-UNREACHABLE',
        message: expect.stringMatching(
          /^MCP server "odd": No connection\. .* The program wrote: "….*Error: the folder \/srv\/missing does not exist"\. Check its command/,
        ),
      });
      const { message } = Object(error);
      expect(message).not.toMatch(/hidden-word|sk-abc/);
      expect(message.length).toBeLessThan(800);
    },
  );

  it('is not blocked by what it writes to its standard error', async () => {
    const server = start('complains all the time');
    await server.registered;
    for (let call = 0; call < 5; call += 1) expect(await server.erase()).toBe('erased');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it('may print garbage beside its messages', async () => {
    const server = start('prints garbage');
    await server.registered;
    expect(await server.erase()).toBe('erased');
    await server.gateway.close();
  });

  it('is ended although it does not want to', async () => {
    const server = start('stays after its input ended');
    await server.registered;
    await server.gateway.close();
    expect(server.gateway.serverIds).toEqual([]);
    await expectEnded(server.folder);
  });

  it.each(['changed', 'wider'])('calls nothing after the definition has %s', async (change) => {
    const server = start('none');
    await server.registered;
    const [tool] = await server.gateway.toTools('odd');
    writeFileSync(join(server.folder, change), '');
    expect(await tool?.invoke(new RunContext(), '{"what":"a"}')).toContain('AGENTS-E-MCP-SCHEMA');
    expect(existsSync(join(server.folder, 'calls'))).toBe(false);
    await server.gateway.close();
  });

  it('is given up, with every process that was started, if it answers to no protocol', async () => {
    const server = start('never answers', 'auto');
    await expect(server.registered).rejects.toMatchObject({ code: 'AGENTS-E-MCP-UNREACHABLE' });
    await expectEnded(server.folder);
  });

  it('that is not there is unreachable', async () => {
    const gateway = new McpGateway({ limits });
    const config = { server_id: 'odd', command: join(root, 'no-such-program') };
    await expect(gateway.register(config)).rejects.toMatchObject({ code: 'AGENTS-E-MCP-UNREACHABLE' });
  });
});

function start(habit: string, protocol: 'auto' | '2025-11-25' = '2025-11-25') {
  const folder = mkdtempSync(join(root, 'server-'));
  const gateway = new McpGateway({ trustOnFirstUse: true, limits });
  const registered = gateway.register({
    server_id: 'odd',
    command: process.execPath,
    args: [program, habit, folder],
    env: { ODD_SETTING: 'hidden-word' },
    protocol,
  });
  const erase = async () => {
    const [tool] = await gateway.toTools('odd');
    return tool?.invoke(new RunContext(), '{"what":"a"}');
  };
  return { folder, gateway, registered, erase };
}

/** Every process that was started has ended, or does so within a moment. */
async function expectEnded(folder: string): Promise<void> {
  const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  expect(pids.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 3_000 });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
