import { describe, expect, it } from 'vitest';
import { listArgumentPaths } from './list-argument-paths.ts';

describe('the arguments of a tool', () => {
  it('are the properties of its schema, nested ones by dotted path', () => {
    const schema = {
      type: 'object',
      properties: {
        to: { type: 'string' },
        invoice: { type: 'object', properties: { amount: {}, currency: {} } },
      },
    };
    expect(listArgumentPaths(schema, [])).toEqual(['to', 'invoice.amount', 'invoice.currency']);
  });

  it('include what only the manifest names, once each', () => {
    expect(listArgumentPaths({ properties: { to: {} } }, ['to', 'body'])).toEqual(['to', 'body']);
  });

  it.each([undefined, null, 'text', [], {}, { properties: 3 }])('are none in %j', (schema) => {
    expect(listArgumentPaths(schema, [])).toEqual([]);
  });

  it('end in a schema that contains itself', () => {
    const endless: Record<string, unknown> = {};
    endless['properties'] = { again: endless };
    expect(listArgumentPaths(endless, [])).toEqual(['again.again.again.again']);
  });
});
