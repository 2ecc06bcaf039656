import { describe, expect, it } from 'vitest';
import { toToolOutput } from './offered-mcp-tool.ts';

const source = { serverId: 'files', tool: 'read', maxBytes: 1_000 };
const text = (value: string) => ({ type: 'text', text: value });

describe('toToolOutput', () => {
  it.each([
    ['one text', { content: [text('a')] }, 'a'],
    ['nothing', { content: [] }, ''],
    ['structured content without text', { content: [], structuredContent: { a: 1 } }, '{"a":1}'],
    ['several parts', { content: [text('a'), text('b')] }, [text('a'), text('b')]],
    [
      'an image',
      { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      [{ type: 'image', image: 'data:image/png;base64,AAAA' }],
    ],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'c' } }] }, 'c'],
    ['a link', { content: [{ type: 'resource_link', uri: 'a:b', name: 'n' }] }, '[resource n: a:b]'],
  ])('returns %s', (_name, result, output) => {
    expect(toToolOutput(result, source)).toEqual(output);
  });

  it.each([
    ['a failure of the tool', { content: [text('no such file')], isError: true }, 'AGENTS-E-MCP-EXEC'],
    ['a result that is too large', { content: [text('x'.repeat(1_000))] }, 'AGENTS-E-MCP-EXEC'],
    [
      'structured content that is too large',
      { content: [], structuredContent: { a: 'x'.repeat(1_000) } },
      'AGENTS-E-MCP-EXEC',
    ],
    ['a part of an unknown kind', { content: [{ type: 'program', run: 'rm' }] }, 'AGENTS-E-MCP-SCHEMA'],
    ['a text part without text', { content: [{ type: 'text', text: 1 }] }, 'AGENTS-E-MCP-SCHEMA'],
  ])('throws for %s an error with the names of server and tool', (_name, result, code) => {
    expect(() => toToolOutput(result, source)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining('MCP server "files", tool "read":') }),
    );
  });
});
