import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isRecord } from '../../json/is-record.ts';
import { sampleFromSchema } from './sample-from-schema.ts';

const { schema: anySchema } = fc.letrec<{ schema: z.ZodType; leaf: z.ZodType }>((tie) => ({
  leaf: fc.oneof(
    fc.tuple(fc.nat(20), fc.nat(20)).map(([low, more]) =>
      z
        .string()
        .min(low)
        .max(low + more + 1),
    ),
    fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(9)).map(([low, more]) =>
      z
        .int()
        .min(low)
        .max(low + more),
    ),
    fc.constantFrom(z.boolean(), z.null(), z.number(), z.iso.date(), z.iso.datetime(), z.email(), z.url()),
    fc
      .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })
      .map((values) => z.enum(values)),
    fc.string().map((value) => z.literal(value)),
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('schema'), { maxKeys: 4 })
      .map((shape) => z.strictObject(shape)),
    tie('schema').map((item) => z.array(item).min(1).max(3)),
    tie('schema').map((inner) => inner.nullable()),
    fc.tuple(tie('schema'), tie('schema')).map((options) => z.union(options)),
  ),
}));

describe('sampleFromSchema', () => {
  it('returns a value that matches the schema for any text', () => {
    fc.assert(
      fc.property(anySchema, fc.string(), (schema, text) => {
        const json: unknown = z.toJSONSchema(schema);
        const value = sampleFromSchema(isRecord(json) ? json : {}, text);
        expect(schema.safeParse(value)).toMatchObject({ success: true });
      }),
      { numRuns: 300 },
    );
  });

  it('uses values from the text', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        size: { enum: ['small', 'large'] },
        mail: { type: 'string', format: 'email' },
        day: { type: 'string', format: 'date' },
        urgent: { type: 'boolean' },
        note: { type: 'string' },
      },
      required: ['count', 'size', 'mail', 'day', 'urgent'],
    };
    expect(sampleFromSchema(schema, '3 large ones to a@b.example on 2027-02-03, not urgent')).toEqual({
      count: 3,
      size: 'large',
      mail: 'a@b.example',
      day: '2027-02-03',
      urgent: false,
    });
  });

  it('follows references and stops at a cycle', () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] },
      },
    };
    expect(sampleFromSchema(schema, 'x')).toHaveProperty('next.next');
    expect(sampleFromSchema({ $ref: '#/$defs/missing' }, 'x')).toBe('x');
  });
});
