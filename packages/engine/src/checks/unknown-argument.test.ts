import { describe, expect, it } from 'vitest';
import { unknownArgument } from './unknown-argument.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    path: text,
    'dotted.name': text,
    target: { type: 'object', properties: { host: text }, additionalProperties: false },
    files: { type: 'array', items: { type: 'object', properties: { name: text } } },
    free: { type: 'object', additionalProperties: true },
    either: { anyOf: [text, { type: 'object', properties: { id: text } }] },
  },
  additionalProperties: false,
};
const problemOf = (name: string, parameters: unknown = schema) =>
  unknownArgument({ arguments: { [name]: 'path' } }, parameters);

describe('an argument that a manifest names', () => {
  it.each([
    'path',
    'dotted.name',
    'target',
    'target.host',
    'files',
    'files.name',
    'free.anything',
    'either.id',
  ])('is accepted if it is %s, which is in the schema or cannot be checked', (name) => {
    expect(problemOf(name)).toBeUndefined();
  });

  it.each([
    ['pth', 'the tool has no argument "pth". Did you mean "path"?'],
    ['target.hots', 'the tool has no argument "hots" in "target". Did you mean "host"?'],
    ['files.nmae', 'the tool has no argument "nmae" in "files". Did you mean "name"?'],
    [
      'toString',
      'the tool has no argument "toString". Its arguments are: dotted.name, either, files, free, path, target.',
    ],
  ])('is unknown if it is %s', (name, problem) => {
    expect(problemOf(name)).toBe(problem);
  });

  it.each([
    ['has no schema', null],
    ['has a schema that is no object', 'anything'],
    ['accepts other arguments', { ...schema, additionalProperties: true }],
    ['accepts other arguments of a type', { ...schema, additionalProperties: text }],
    ['accepts arguments of a pattern', { ...schema, patternProperties: { '^p': text } }],
    ['refers to another schema', { ...schema, $ref: '#/$defs/more' }],
    ['lists no properties', { type: 'object' }],
  ])('is not checked if the tool %s', (_case, parameters) => {
    expect(problemOf('pth', parameters)).toBeUndefined();
  });

  it('is unknown if the tool has no arguments', () => {
    expect(problemOf('path', { type: 'object', properties: {} })).toBe(
      'the tool has no argument "path". Its arguments are: none.',
    );
  });
});
