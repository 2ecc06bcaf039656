import { describe, expect, it } from 'vitest';
import { definePlugin, type PluginOptions } from './define-plugin.ts';

const models = { echo: { validateCredentials: async () => {} } };
const strategies = { talk: async function* () {} };

describe('definePlugin', () => {
  it('sets default deadlines that are shorter than those of Dify', () => {
    expect(definePlugin({ models }).deadlines).toEqual({
      invokeMs: 590_000,
      validateMs: 60_000,
      callMs: 235_000,
    });
    expect(definePlugin({ models, deadlines: { callMs: 5 } }).deadlines.callMs).toBe(5);
  });

  it.each<[string, PluginOptions, string]>([
    ['an empty definition', {}, 'has no model'],
    ['two kinds of parts', { models, agentStrategies: { agents: strategies } }, 'separate plugins'],
    ['two providers', { agentStrategies: { one: strategies, two: strategies } }, 'first provider'],
    ['a deadline of zero', { models, deadlines: { invokeMs: 0 } }, 'positive'],
    ['a deadline that is not a number', { models, deadlines: { invokeMs: Number.NaN } }, 'positive'],
  ])('rejects %s', (_case, options, problem) => {
    expect(() => definePlugin(options)).toThrow(problem);
  });
});
