import { describe, expect, it } from 'vitest';
import { walkOutput } from './walk-output.ts';

function read(output: unknown) {
  const found = {
    fields: new Array<readonly [string, unknown]>(),
    prose: new Array<string>(),
    leftOut: false,
  };
  found.leftOut = walkOutput(output, {
    field: (key, value) => found.fields.push([key, value]),
    prose: (text) => found.prose.push(text),
  });
  return found;
}

const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);

describe('walkOutput', () => {
  const nine = 'a b c d e f g h i j';

  it.each([
    ['a short line', 'Room 7'],
    ['ten words', nine],
    ['120 characters', 'x'.repeat(120)],
  ])('takes %s for a field', (_what, text) => {
    expect(read({ note: text })).toEqual({ fields: [['note', text]], prose: [], leftOut: false });
  });

  it.each([
    ['eleven words', `${nine} k`],
    ['121 characters', 'x'.repeat(121)],
    ['two lines', 'Room 7\nRoom 8'],
    ['long words', `${'x'.repeat(60)} ${'y'.repeat(60)}`],
  ])('takes %s for prose', (_what, text) => {
    expect(read({ note: text })).toEqual({ fields: [], prose: [text], leftOut: false });
  });

  it('reads serialized data as a whole result or as the text of an MCP result only', () => {
    const data = '{"to":"ann"}';
    expect(read(data).fields).toEqual([['to', 'ann']]);
    expect(read({ content: [{ type: 'text', text: data }] }).fields).toContainEqual(['to', 'ann']);
    expect(read({ body: data }).fields).toEqual([['body', data]]);
  });

  it.each([
    ['12 levels', nested(12), nested(13)],
    ['4,000 values', Array.from({ length: 3_999 }, () => 1), Array.from({ length: 4_000 }, () => 1)],
    ['65,536 characters', ['x'.repeat(65_536)], ['x'.repeat(65_537)]],
    [
      '65,536 characters together',
      ['x'.repeat(65_000), 'y'.repeat(536)],
      ['x'.repeat(65_000), 'y'.repeat(537)],
    ],
  ])('reads %s and says when there is more', (_limit, whole, more) => {
    expect([read(whole).leftOut, read(more).leftOut]).toEqual([false, true]);
  });

  it('reads the beginning of a text that is too long', () => {
    expect(read(['x'.repeat(70_000)]).prose).toEqual(['x'.repeat(65_536)]);
  });
});
