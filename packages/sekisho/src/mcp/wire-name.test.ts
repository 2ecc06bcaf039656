import { describe, expect, it } from 'vitest';
import { wireName } from './wire-name.ts';

describe('wireName', () => {
  it('keeps a plain name readable', () => {
    expect(wireName('files', 'read_file')).toBe('files__read_file');
  });

  it.each([
    ['files', 'read file'],
    ['files', 'read.file'],
    ['my-files', 'read_file'],
    ['files', 'ファイル'],
    ['a', 'x'.repeat(80)],
    ['s'.repeat(128), 'read'],
  ])('gives %s/%s a name that upstream and providers take as it is', (server, tool) => {
    expect(wireName(server, tool)).toMatch(/^[A-Za-z0-9_]{1,64}$/);
  });

  it.each([
    [
      ['a_b', 'c'],
      ['a', 'b_c'],
    ],
    [
      ['a-b', 'c'],
      ['a.b', 'c'],
    ],
    [
      ['a', 'b.c'],
      ['a', 'b-c'],
    ],
    [
      ['a', 'b_c'],
      ['a', 'b-c'],
    ],
    [
      ['a', 'x'.repeat(70)],
      ['a', 'x'.repeat(71)],
    ],
    [
      ['a', '_b'],
      ['a_', 'b'],
    ],
  ])('tells %j from %j', ([server = '', tool = ''], [otherServer = '', otherTool = '']) => {
    expect(wireName(server, tool)).not.toBe(wireName(otherServer, otherTool));
  });
});
