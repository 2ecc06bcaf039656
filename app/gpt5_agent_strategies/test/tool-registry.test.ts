import { describe, expect, it } from 'vitest';
import { ToolRegistry, toCallableName } from '../internal/tool-registry.ts';
import { parseToolArguments } from '../internal/tooling.ts';
import { parameter, searchTool, toEntity, tool } from './sample-tools.ts';

const shown = (value: object) => new ToolRegistry([toEntity(value)]).toPromptTools()[0];

describe('ToolRegistry', () => {
  it('includes the parameters, their descriptions and options', () => {
    expect(shown(searchTool)).toEqual({
      name: 'search',
      description: 'Searches the web',
      parameters: {
        type: 'object',
        properties: {
          q: { type: 'string', description: 'What to look for' },
          sort: { type: 'string', description: 'The sort', enum: ['new', 'old'] },
          limit: { type: 'number', description: 'The limit' },
        },
        required: ['q'],
      },
    });
  });

  it.each([
    ['string', { type: 'string' }],
    ['number', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['select', { type: 'string' }],
    ['secret-input', { type: 'string' }],
    ['date', { type: 'string' }],
    ['checkbox', { type: 'string' }],
    ['object', { type: 'object' }],
    ['array', { type: 'array', items: {} }],
    ['any', {}],
    ['something-new', { type: 'string' }],
  ])('includes a parameter of type %s', (type, schema) => {
    const { properties } = shown(tool('t', { parameters: [parameter('p', { type })] }))!.parameters as {
      properties: object;
    };
    expect(properties).toEqual({ p: { ...schema, description: 'The p' } });
  });

  it.each(['file', 'files', 'system-files'])('excludes a parameter of type %s', (type) => {
    const { parameters } = shown(tool('t', { parameters: [parameter('p', { type, required: true })] }))!;
    expect(parameters).toEqual({ type: 'object', properties: {}, required: [] });
  });

  it('includes the schema of an MCP server and checks with it', () => {
    const input_schema = { type: 'array', items: { type: 'integer' } };
    const value = tool('t', { parameters: [parameter('p', { type: 'array', input_schema })] });
    expect(shown(value)!.parameters['properties']).toEqual({ p: input_schema });
    const offered = new ToolRegistry([toEntity(value)]).find('t')!;
    expect(parseToolArguments('{"p":[1]}', offered).ok).toBe(true);
    expect(parseToolArguments('{"p":["x"]}', offered).ok).toBe(false);
  });

  it.each([
    ['dangling references', { type: 'object', properties: { a: { $ref: '#/$defs/A' } } }],
    ['a dynamic reference', { type: 'object', properties: { a: { $dynamicRef: '#nowhere' } } }],
    [
      'a pattern with exponential run time',
      { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    ],
    [
      'such a pattern for property names',
      { type: 'object', patternProperties: { '^(a+)+$': { type: 'null' } } },
    ],
    [
      'such a pattern inside allOf',
      { type: 'object', allOf: [{ properties: { a: { pattern: '(x+x+)+y' } } }] },
    ],
  ])('checks a schema with %s by its type only', (_case, input_schema) => {
    const value = tool('t', { parameters: [parameter('p', { type: 'object', input_schema })] });
    const offered = new ToolRegistry([toEntity(value)]).find('t')!;
    const long = 'a'.repeat(60);
    expect(parseToolArguments(`{"p":{"a":"${long}!","${long}!":1}}`, offered).ok).toBe(true);
    expect(parseToolArguments('{"p":"x"}', offered).ok).toBe(false);
  });

  it('accepts a parameter named pattern', () => {
    const input_schema = { type: 'object', properties: { pattern: { type: 'string' } } };
    const value = tool('t', { parameters: [parameter('p', { type: 'object', input_schema })] });
    const offered = new ToolRegistry([toEntity(value)]).find('t')!;
    expect(parseToolArguments('{"p":{"pattern":"(a+)+"}}', offered).ok).toBe(true);
    expect(parseToolArguments('{"p":{"pattern":1}}', offered).ok).toBe(false);
  });

  it('does not recurse into a deeply nested schema', () => {
    const input_schema = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
    const value = tool('t', { parameters: [parameter('p', { type: 'object', input_schema })] });
    expect(shown(value)!.parameters['properties']).toEqual({ p: { type: 'object', description: 'The p' } });
  });

  it('gives every tool a unique name', () => {
    const entities = [
      tool('search', {}, 'x/google/google'),
      tool('search', {}, 'x/bing/bing'),
      tool('search', {}, 'y/bing/bing'),
      tool('検索', {}, 'z/z/z'),
      tool('a.b c'),
      tool('n'.repeat(70)),
      tool('n'.repeat(70), {}, 'x/y/z'),
    ].map(toEntity);
    const { names } = new ToolRegistry(entities);
    expect(names.slice(0, 5)).toEqual(['search', 'bing__search', 'bing__search_2', '__', 'a_b_c']);
    expect(new Set(names).size).toBe(entities.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it('assigns a name to a tool without a valid one', () => {
    expect(toCallableName('')).toBe('unnamed');
  });

  it('accepts a tool with few fields', () => {
    const bare = { identity: { name: 't', provider: 'p' }, parameters: null, description: null };
    expect(shown(bare)).toEqual({
      name: 't',
      description: '',
      parameters: { type: 'object', properties: {}, required: [] },
    });
  });

  it('skips an invalid parameter', () => {
    const value = tool('t', { parameters: [parameter('p'), { name: 7 }, null, 'x'] });
    expect(Object.keys(shown(value)!.parameters['properties'] as object)).toEqual(['p']);
  });
});
