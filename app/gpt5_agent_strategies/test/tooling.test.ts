import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailedCalls } from '../internal/failed-calls.ts';
import { ToolRegistry } from '../internal/tool-registry.ts';
import { checkCall, mergeParameters, parseToolArguments } from '../internal/tooling.ts';
import { parameter, searchTool, toEntity, tool } from './sample-tools.ts';

const registry = new ToolRegistry([toEntity(searchTool), toEntity(tool('ping'))]);
const search = registry.find('search')!;
const ping = registry.find('ping')!;
const call = (name: string, args: unknown) => checkCall({ id: 'c', name, arguments: args }, registry);

describe('parseToolArguments', () => {
  it.each([
    ['an empty text', ''],
    ['blanks', ' \n'],
    ['an empty object', '{}'],
  ])('treats %s as no arguments', (_case, raw) => {
    expect(parseToolArguments(raw, ping)).toEqual({ ok: true, args: {} });
  });

  it('reads a JSON object', () => {
    expect(parseToolArguments('{"q":"x","sort":"new","limit":3}', search)).toEqual({
      ok: true,
      args: { q: 'x', sort: 'new', limit: 3 },
    });
  });

  it('treats null as absent', () => {
    expect(parseToolArguments('{"q":"x","sort":null,"limit":null}', search)).toEqual({
      ok: true,
      args: { q: 'x' },
    });
  });

  it.each([
    ['broken JSON', '{"q":'],
    ['single quotes', "{'q':'x'}"],
    ['two objects', '{}{}'],
    ['a list', '[]'],
    ['a string', '"q"'],
    ['a number', '1'],
    ['null', 'null'],
    ['an object instead of a string', { q: 'x' }],
    ['undefined', undefined],
    ['a text that is too long', JSON.stringify({ q: 'x'.repeat(300_000) })],
    ['a text that is too deep', `{"q":${'['.repeat(200)}${']'.repeat(200)}}`],
  ])('does not parse %s', (_case, raw) => {
    const parsed = parseToolArguments(raw, search);
    expect(parsed).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^tool arguments parse error: /),
    });
  });

  it.each([
    ['an unknown option', '{"q":"x","sort":"best"}'],
    ['a missing argument', '{"sort":"new"}'],
    ['null for a required argument', '{"q":null}'],
    ['a wrong type', '{"q":1}'],
    ['a parameter that a person set', '{"q":"x","region":"us"}'],
    ['a file', '{"q":"x","picture":"/etc/passwd"}'],
    ['an unknown argument', '{"q":"x","depth":1}'],
  ])('rejects %s', (_case, raw) => {
    const parsed = parseToolArguments(raw, search);
    expect(parsed).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^tool parameter validation error: /),
    });
  });

  it('lists the options in the error', () => {
    expect(parseToolArguments('{"q":"x","sort":"best"}', search)).toMatchObject({
      message: expect.stringContaining('sort'),
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(typeof parseToolArguments(raw, search).ok).toBe('boolean');
      }),
    );
  });
});

describe('checkCall', () => {
  it.each(['unknown', '', 'constructor', '__proto__', 'Search'])('has no tool named "%s"', (name) => {
    expect(call(name, '{}')).toMatchObject({
      ok: false,
      message: expect.stringContaining(`there is not a tool named ${name}`),
    });
  });

  it('lists the available tools in the error', () => {
    expect(call('nope', '{}')).toMatchObject({ message: expect.stringContaining('search, ping') });
  });

  it('returns one signature for equal arguments in any order and spacing', () => {
    const one = call('search', '{"q":"x","limit":3}');
    expect(call('search', '{ "limit": 3, "q": "x", "sort": null }').signature).toBe(one.signature);
    expect(call('search', '{"q":"y","limit":3}').signature).not.toBe(one.signature);
    expect(call('ping', '').signature).not.toBe(one.signature);
  });
});

describe('mergeParameters', () => {
  it('keeps the parameters that a person set', () => {
    expect(mergeParameters(search, { q: 'x' })).toEqual({ region: 'jp', q: 'x' });
  });

  it("uses the model's values for its own parameters", () => {
    const own = new ToolRegistry([
      toEntity(tool('t', { parameters: [parameter('q')], runtime_parameters: { q: 'old' } })),
    ]);
    expect(mergeParameters(own.find('t')!, { q: 'new' })).toEqual({ q: 'new' });
  });
});

describe('FailedCalls', () => {
  it('rejects a failed call, and no other', () => {
    const failed = new FailedCalls();
    expect(failed.refuse('a', 't')).toBeUndefined();
    failed.add('a');
    expect(failed.refuse('a', 't')).toContain('already failed with the same arguments');
    expect(failed.refuse('b', 't')).toBeUndefined();
  });
});
