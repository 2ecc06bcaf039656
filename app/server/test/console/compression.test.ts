import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { PEOPLE, startConsole, until } from './start-console.ts';

/** Requests a path without the automatic decompression of `fetch`. */
async function request(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const outgoing = get(url, { headers: { authorization: `Bearer ${PEOPLE.mika}`, ...headers } });
  onTestFinished(() => void outgoing.destroy());
  const [response] = await once(outgoing, 'response');
  return response;
}

it('sends JSON compressed to a client that accepts it, and unchanged to others', async () => {
  const { url, play } = await startConsole();
  await play('mail-poisoned');
  const plain = await request(`${url}/api/approvals?status=all`, {});
  const packed = await request(`${url}/api/approvals?status=all`, { 'accept-encoding': 'br, gzip' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': expect.stringContaining('application/json'),
    vary: expect.stringContaining('Accept-Encoding'),
  });
  const [whole, compressed] = [await buffer(plain), await buffer(packed)];
  expect(gunzipSync(compressed)).toEqual(whole);
  expect(JSON.parse(whole.toString()).items.length).toBeGreaterThan(0);
  expect(compressed.length).toBeLessThan(whole.length / 2);
});

it.each(['/api/audit/export', '/api/openapi.json', '/openapi.json', '/process-templates', '/metrics'])(
  'compresses %s',
  async (path) => {
    const { url, play } = await startConsole();
    await play('mail-poisoned');
    const plain = await buffer(await request(`${url}${path}`, {}));
    const packed = await request(`${url}${path}`, { 'accept-encoding': 'gzip' });
    expect(packed).toMatchObject({ statusCode: 200, headers: { 'content-encoding': 'gzip' } });
    expect(gunzipSync(await buffer(packed)).length).toBe(plain.length);
  },
);

it('sends a session, which contains a secret, uncompressed', async () => {
  const { url } = await startConsole();
  const response = await request(`${url}/api/session`, { 'accept-encoding': 'gzip' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-encoding']).toBeUndefined();
});

it('delivers each event when it occurs, uncompressed, while the stream stays open', async () => {
  const { url, call } = await startConsole({}, { heartbeatMs: 60_000 });
  const stream = await request(`${url}/api/events`, { 'accept-encoding': 'gzip' });
  expect(stream.headers['content-encoding']).toBeUndefined();
  expect(stream.headers['content-type']).toContain('text/event-stream');
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const received = (event: string) => until(async () => text.includes(event), 5000);
  await received('event: hello');
  expect(text).not.toContain('run.started');
  await call('POST', '/api/playground/runs', { scenario: 'mail-poisoned', language: 'en' });
  await received('run.started');
  expect(stream.readableEnded).toBe(false);
});

it('streams the reply to a chat message uncompressed', async () => {
  const { url, call } = await startConsole();
  const { json: session } = await call('POST', '/ai-agent/sessions', { context: {} });
  const response = await fetch(`${url}/ai-agent/sessions/${session.id}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${PEOPLE.mika}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify({ message: '採用を計画したいです。' }),
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toContain('event: message');
});
