import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import { parseArguments } from './parse-arguments.ts';

const tool = (parameters?: unknown): ToolDescription => ({
  id: 'pay',
  kind: 'function',
  name: 'pay',
  parameters,
  definition_digest: 'd',
});

const schema = {
  type: 'object',
  properties: { to: { type: 'string' }, amount: { type: 'number', minimum: 0 } },
  required: ['to'],
  additionalProperties: false,
};

describe('parseArguments', () => {
  it('reads an empty text as an empty object', () => {
    expect(parseArguments(' ', tool(), 100)).toEqual({ ok: true, args: {} });
  });

  it('counts bytes, and accepts as many as the limit', () => {
    const raw = '{"to":"é"}';
    expect(parseArguments(raw, tool(), 11)).toEqual({ ok: true, args: { to: 'é' } });
    expect(parseArguments(raw, tool(), 10)).toMatchObject({ ok: false, unreadable: true });
  });

  it.each([
    ['not JSON', '{to: 1}'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['too large', JSON.stringify({ to: 'x'.repeat(2000) })],
    ['too deep', `{"a":${'['.repeat(150)}${']'.repeat(150)}}`],
  ])('rejects arguments that are %s before they are judged', (_case, raw) => {
    expect(parseArguments(raw, tool(), 1000)).toMatchObject({ ok: false, unreadable: true });
  });

  it('accepts 100 levels, and names the limit that arguments exceed', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parseArguments(nested(100), tool(), 1000)).toMatchObject({ ok: true });
    expect(parseArguments(nested(101), tool(), 1000)).toMatchObject({
      why: 'The arguments are nested deeper than 100 levels.',
    });
    expect(parseArguments('{"a":1}', tool(), 6)).toMatchObject({
      why: 'The arguments are larger than 6 bytes.',
    });
  });

  it('accepts a list only from a computer tool', () => {
    const computer = { ...tool(), kind: 'computer' } as const;
    expect(parseArguments('[1]', computer, 1000)).toEqual({ ok: true, args: { actions: [1] } });
    expect(parseArguments('[1]', tool(), 1000)).toMatchObject({ ok: false, unreadable: true });
  });

  it.each([
    ['a missing argument', '{}'],
    ['a wrong type', '{"to":1}'],
    ['an unknown argument', '{"to":"a","cc":"b"}'],
    ['a value out of range', '{"to":"a","amount":-1}'],
  ])('rejects %s by the schema of the tool', (_case, raw) => {
    expect(parseArguments(raw, tool(schema), 1000)).toMatchObject({ ok: false, unreadable: false });
  });

  it('leaves the validation of a zod schema to the tool', () => {
    expect(parseArguments('{}', tool({ ...schema, $schema: 'x' }), 1000)).toMatchObject({ ok: true });
  });

  it('rejects all arguments when the schema itself is invalid', () => {
    expect(parseArguments('{"a":1}', tool({ $ref: '#/nowhere' }), 1000)).toMatchObject({ ok: false });
  });

  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (raw) => {
        expect(typeof parseArguments(raw, tool(schema), 10_000).ok).toBe('boolean');
      }),
    );
  });

  it('stops the validation with a schema whose parts refer to others twice', () => {
    const part = { $ref: '#/$defs/node' };
    const both = [{ properties: { c: part } }, { properties: { c: part } }];
    const doubling = {
      type: 'object',
      properties: { n: part },
      $defs: { node: { type: 'object', allOf: both } },
    };
    const deep = (levels: number) => `{"n":${'{"c":'.repeat(levels)}{}${'}'.repeat(levels + 1)}`;
    expect(parseArguments(deep(5), tool(doubling), 1000)).toMatchObject({ ok: true });
    expect(parseArguments(deep(60), tool(doubling), 1000)).toMatchObject({
      ok: false,
      why: expect.stringContaining('too long'),
    });
  });

  it.each(['^.*.*.*=$', '.*.*=', String.raw`\s+$`])(
    'does not run the pattern %s of an MCP server on a text that takes too long',
    (pattern) => {
      const busy = { type: 'object', properties: { a: { type: 'string', pattern } } };
      const long = JSON.stringify({ a: `${' '.repeat(100_000)}!` });
      expect(parseArguments(long, { ...tool(busy), kind: 'mcp' }, 1_000_000)).toMatchObject({ ok: true });
      const short = JSON.stringify({ a: 'no' });
      expect(parseArguments(short, { ...tool(busy), kind: 'mcp' }, 1000)).toMatchObject({ ok: false });
    },
  );

  it('does not run patterns of an MCP server with exponential run time', () => {
    const hanging = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const raw = JSON.stringify({ a: `${'a'.repeat(40)}!` });
    expect(parseArguments(raw, { ...tool(hanging), kind: 'mcp' }, 1000)).toMatchObject({ ok: true });
  });
});
