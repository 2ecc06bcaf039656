import { describe, expect, it } from 'vitest';
import { listArgumentPaths } from './list-argument-paths.ts';

describe('listArgumentPaths', () => {
  it('returns the properties of the schema, nested ones as dotted paths', () => {
    const schema = {
      type: 'object',
      properties: {
        to: { type: 'string' },
        invoice: { type: 'object', properties: { amount: {}, currency: {} } },
      },
    };
    expect(listArgumentPaths(schema, [])).toEqual(['to', 'invoice.amount', 'invoice.currency']);
  });

  it('includes arguments that only the manifest contains, once each', () => {
    expect(listArgumentPaths({ properties: { to: {} } }, ['to', 'body'])).toEqual(['to', 'body']);
  });

  it.each([undefined, null, 'text', [], {}, { properties: 3 }])('returns none for %j', (schema) => {
    expect(listArgumentPaths(schema, [])).toEqual([]);
  });

  it('terminates on a recursive schema', () => {
    const endless: Record<string, unknown> = {};
    endless['properties'] = { again: endless };
    expect(listArgumentPaths(endless, [])).toEqual(['again.again.again.again']);
  });
});
