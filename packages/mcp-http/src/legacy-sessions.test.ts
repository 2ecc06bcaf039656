import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { LegacySessions } from './legacy-sessions.ts';

const createServer = () => new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
const clientInfo = { name: 'test', version: '1' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
};
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
const auth = (clientId: string) => ({ token: 't', clientId, scopes: [] });
const requestWith = (body: object, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });

function start(options: { perCaller?: number; capacity?: number }) {
  const clock = { now: 0 };
  const sessions = new LegacySessions({ createServer, now: () => clock.now, ...options });
  const open = async (who: string) => {
    const facts = { body: initialize, auth: auth(who), caller: `token:${who}` };
    return (await sessions.open(requestWith(initialize), facts))?.headers.get('mcp-session-id') ?? undefined;
  };
  const isAlive = async (who: string, id: string | undefined) => {
    const request = requestWith(ping, { 'mcp-session-id': id ?? '' });
    return (await sessions.pass(id ?? '', request, { body: ping, auth: auth(who) })) !== undefined;
  };
  return { clock, open, isAlive };
}

describe('LegacySessions', () => {
  it('closes the oldest session of a caller who opens too many', async () => {
    const { open, isAlive } = start({ perCaller: 2 });
    const other = await open('taro');
    const [first, second, third] = [await open('hanako'), await open('hanako'), await open('hanako')];
    expect(await isAlive('hanako', first)).toBe(false);
    expect(await isAlive('hanako', second)).toBe(true);
    expect(await isAlive('hanako', third)).toBe(true);
    expect(await isAlive('taro', other)).toBe(true);
  });

  it('rejects a new caller when it is full and closes no session of another caller', async () => {
    const { clock, open, isAlive } = start({ perCaller: 2, capacity: 3 });
    const kept = [await open('a'), await open('b'), await open('c')];
    expect(await open('d')).toBeUndefined();
    for (const [index, id] of kept.entries()) expect(await isAlive('abc'.charAt(index), id)).toBe(true);
    clock.now = 31 * 60 * 1000;
    expect(await open('d')).toBeDefined();
  });
});
