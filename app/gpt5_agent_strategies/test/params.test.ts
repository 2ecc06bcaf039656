import { describe, expect, it } from 'vitest';
import { readParams } from '../internal/params.ts';
import { searchTool } from './sample-tools.ts';
import { defaultParams } from './strategy-harness.ts';

const read = (fields: object) => readParams({ ...defaultParams, ...fields });

describe('readParams', () => {
  it('has defaults for everything but the model', () => {
    expect(readParams({ model: { provider: 'p', model: 'm' } })).toEqual({
      query: '',
      instruction: '',
      promptPolicyOverrides: '',
      model: {
        provider: 'p',
        model: 'm',
        mode: 'chat',
        completion_params: {},
        history_prompt_messages: [],
        entity: {},
      },
      tools: [],
      unreadableTools: 0,
      maximumIterations: 6,
      emitIntermediateThoughts: true,
      invocationTimeoutSeconds: 570,
      allowSchemalessToolArgs: false,
      context: null,
    });
  });

  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [' FALSE ', false],
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    [null, true],
    [undefined, true],
    ['maybe', true],
    [[], true],
  ])('reads emit_intermediate_thoughts %j as %s', (value, expected) => {
    expect(read({ emit_intermediate_thoughts: value }).emitIntermediateThoughts).toBe(expected);
  });

  it.each([
    [1, 1],
    [30, 30],
    [31, 30],
    [0, 1],
    [-5, 1],
    [2.9, 2],
    ['12', 12],
    ['', 6],
    ['x', 6],
    [null, 6],
    [Number.NaN, 6],
    [Number.POSITIVE_INFINITY, 30],
    [{}, 6],
  ])('reads maximum_iterations %j as %i', (value, expected) => {
    expect(read({ maximum_iterations: value }).maximumIterations).toBe(expected);
  });

  it.each([
    [60, 60],
    [59, 60],
    [1800, 1800],
    [1801, 1800],
    ['300', 300],
    ['soon', 570],
    [null, 570],
  ])('reads invocation_timeout_seconds %j as %i', (value, expected) => {
    expect(read({ invocation_timeout_seconds: value }).invocationTimeoutSeconds).toBe(expected);
  });

  it.each([
    [true, true],
    ['1', true],
    [false, false],
    [null, false],
    ['maybe', false],
  ])('reads allow_schemaless_tool_args %j as %s', (value, expected) => {
    expect(read({ allow_schemaless_tool_args: value }).allowSchemalessToolArgs).toBe(expected);
  });

  it.each([
    ['text', 'text'],
    [7, '7'],
    [{ persistence_policy: 'P' }, '{"persistence_policy":"P"}'],
    [null, ''],
    [undefined, ''],
  ])('reads prompt_policy_overrides %j as %s', (value, expected) => {
    expect(read({ prompt_policy_overrides: value }).promptPolicyOverrides).toBe(expected);
  });

  it.each([
    ['not a list', 'tools', 0, 0],
    ['null', null, 0, 0],
    ['one valid and two invalid', [searchTool, null, { identity: {} }], 1, 2],
  ])('reads tools that are %s', (_case, tools, readable, unreadable) => {
    const params = read({ tools });
    expect([params.tools.length, params.unreadableTools]).toEqual([readable, unreadable]);
  });

  it('normalizes unusual fields of a model', () => {
    const odd = { mode: null, completion_params: null, history_prompt_messages: 'x', entity: null };
    expect(read({ model: { ...defaultParams.model, ...odd } }).model).toMatchObject({
      mode: 'chat',
      completion_params: {},
      history_prompt_messages: [],
      entity: {},
    });
  });
});
