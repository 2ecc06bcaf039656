import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { McpGateway } from '../src/facade/mcp-gateway.ts';
import { RunContext } from '../src/openai-agents/upstream.ts';

const root = mkdtempSync(join(tmpdir(), 'sekisho-odd-'));
const program = join(import.meta.dirname, 'programs', 'mcp-odd-server.ts');
afterAll(() => rmSync(root, { recursive: true }));

const limits = {
  connectTimeoutMs: 4_000,
  callTimeoutMs: 4_000,
  maxMessageBytes: 100_000,
  maxResultBytes: 20_000,
  retryDelayMs: 10,
};

describe.concurrent('a server with faulty behavior', () => {
  it.each([
    ['exits immediately', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never responds', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never lists tools', 'AGENTS-E-MCP-UNREACHABLE'],
    ['floods', 'AGENTS-E-MCP-UNREACHABLE'],
    ['lists an invalid tool', 'AGENTS-E-MCP-SCHEMA'],
  ])('is not registered if it %s: %s', async (behavior, code) => {
    const server = start(behavior);
    const error = await server.registered.catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code, message: expect.stringContaining('MCP server "odd"') });
    expect(server.gateway.serverIds).toEqual([]);
    await expectEnded(server.folder);
  });

  it.each([
    ['exits during a call', 'AGENTS-E-MCP-UNREACHABLE'],
    ['never ends a call', 'AGENTS-E-MCP-UNREACHABLE'],
    ['returns a message that is too large', 'AGENTS-E-MCP-UNREACHABLE'],
    ['returns a result that is too large', 'AGENTS-E-MCP-EXEC'],
    ['returns an invalid result', 'AGENTS-E-MCP-SCHEMA'],
    ['returns unknown content', 'AGENTS-E-MCP-SCHEMA'],
    ['returns a result that is slow to validate', 'AGENTS-E-MCP-SCHEMA'],
    ['rejects a call', 'AGENTS-E-MCP-EXEC'],
    ['fails a call', 'AGENTS-E-MCP-EXEC'],
  ])('is called once, and the model receives the error, if it %s: %s', async (behavior, code) => {
    const server = start(behavior);
    await server.registered;
    expect(await server.erase()).toContain(`${code}: MCP server "odd", tool "erase": `);
    expect(readFileSync(join(server.folder, 'calls'), 'utf8')).toBe('x\n');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it('reports to the model that a lost call may have been executed', async () => {
    const server = start('exits during a call');
    await server.registered;
    expect(await server.erase()).toContain('It may have been executed');
    await server.gateway.close();
  });

  it('is restarted for the next call after it crashed', async () => {
    const server = start('exits during a call');
    await server.registered;
    await server.erase();
    await server.erase();
    expect(readFileSync(join(server.folder, 'calls'), 'utf8')).toBe('x\nx\n');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it.each(['auto', '2025-11-25', '2026-07-28'] as const)(
    'is quoted, limited and without secrets, if it exits with an error message (%s)',
    async (protocol) => {
      const server = start('exits with an error message', protocol);
      const error = await server.registered.catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: 'AGENTS-E-MCP-UNREACHABLE',
        message: expect.stringMatching(
          /^MCP server "odd": No connection\. .* The program wrote: "….*Error: the folder \/srv\/missing does not.* Check its command/,
        ),
      });
      const { message } = Object(error);
      expect(message).not.toMatch(/hidden-word|sk-abc/);
      expect(message.length).toBeLessThan(800);
    },
  );

  it('is not blocked by what it writes to its standard error', async () => {
    const server = start('writes to stderr without end');
    await server.registered;
    for (let call = 0; call < 5; call += 1) expect(await server.erase()).toBe('erased');
    await server.gateway.close();
    await expectEnded(server.folder);
  });

  it('may print invalid messages between its messages', async () => {
    const server = start('prints invalid messages');
    await server.registered;
    expect(await server.erase()).toBe('erased');
    await server.gateway.close();
  });

  it('is terminated although it ignores signals', async () => {
    const server = start('ignores signals');
    await server.registered;
    await server.gateway.close();
    expect(server.gateway.serverIds).toEqual([]);
    await expectEnded(server.folder);
  });

  it.each(['changed', 'wider'])('receives no call after its definition changed (%s)', async (change) => {
    const server = start('none');
    await server.registered;
    const [tool] = await server.gateway.toTools('odd');
    writeFileSync(join(server.folder, change), '');
    expect(await tool?.invoke(new RunContext(), '{"what":"a"}')).toContain('AGENTS-E-MCP-SCHEMA');
    expect(existsSync(join(server.folder, 'calls'))).toBe(false);
    await server.gateway.close();
  });

  it('is abandoned, with all started processes, if it responds to no protocol', async () => {
    const server = start('never responds', 'auto');
    await expect(server.registered).rejects.toMatchObject({ code: 'AGENTS-E-MCP-UNREACHABLE' });
    await expectEnded(server.folder);
  });

  it('that does not exist is unreachable', async () => {
    const gateway = new McpGateway({ limits });
    const config = { server_id: 'odd', command: join(root, 'no-such-program') };
    await expect(gateway.register(config)).rejects.toMatchObject({ code: 'AGENTS-E-MCP-UNREACHABLE' });
  });
});

function start(behavior: string, protocol: 'auto' | '2025-11-25' | '2026-07-28' = '2025-11-25') {
  const folder = mkdtempSync(join(root, 'server-'));
  // Only a server that never lists its tools waits for this limit; the others may be slow on a busy machine.
  const listTimeoutMs = behavior === 'never lists tools' ? 2_000 : 20_000;
  const gateway = new McpGateway({ trustOnFirstUse: true, limits: { ...limits, listTimeoutMs } });
  const registered = gateway.register({
    server_id: 'odd',
    command: process.execPath,
    args: [program, behavior, folder],
    env: { ...PROGRAM_ENVIRONMENT, ODD_SETTING: 'hidden-word' },
    protocol,
  });
  const erase = async () => {
    const [tool] = await gateway.toTools('odd');
    return tool?.invoke(new RunContext(), '{"what":"a"}');
  };
  return { folder, gateway, registered, erase };
}

/** Checks that every started process has ended or ends within a short time. */
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
