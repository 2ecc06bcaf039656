import { describe, expect, it } from 'vitest';
import { wireName } from './mcp-tool.ts';

describe('wireName', () => {
  it('returns a readable name for a plain tool name', () => {
    expect(wireName('files', 'read_file')).toBe('files__read_file');
  });

  it.each([
    ['files', 'read file'],
    ['files', 'read.file'],
    ['my-files', 'read_file'],
    ['files', 'ファイル'],
    ['a', 'x'.repeat(80)],
    ['s'.repeat(128), 'read'],
  ])('returns for %s/%s a name that the Agents SDK and providers accept unchanged', (server, tool) => {
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
  ])(
    'returns different names for %j and %j',
    ([server = '', tool = ''], [otherServer = '', otherTool = '']) => {
      expect(wireName(server, tool)).not.toBe(wireName(otherServer, otherTool));
    },
  );
});
