import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { limitBody } from './limit-body.ts';

const app = new Hono().use(limitBody(10)).all('/', async (c) => c.text(await c.req.text()));

async function send(body: string | undefined, headers: Record<string, string>, method = 'POST') {
  const response = await app.request('/', { method, headers, ...(body === undefined ? {} : { body }) });
  return response.status;
}

describe('limitBody', () => {
  it.each([
    ['a body that fits', '1234567890', {}, 200],
    ['a body that is too large', '12345678901', {}, 413],
    ['a body with a Content-Length within the limit', '1234567890', { 'content-length': '10' }, 200],
    ['a body with a Content-Length above the limit', '1234567890', { 'content-length': '11' }, 413],
    ['a Content-Length that is not a number', '1', { 'content-length': 'ten' }, 413],
    ['no body', undefined, {}, 200],
    [
      'chunks with a Content-Length within the limit',
      '12345678901',
      { 'content-length': '1', 'transfer-encoding': 'chunked' },
      413,
    ],
  ])('responds to %s', async (_case, body, headers, status) => {
    expect(await send(body, headers)).toBe(status);
  });

  it('accepts requests of methods without a body', async () => {
    expect(await send(undefined, {}, 'GET')).toBe(200);
  });
});
