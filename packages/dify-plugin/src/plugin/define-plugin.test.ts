import { describe, expect, it } from 'vitest';
import { definePlugin, type PluginOptions } from './define-plugin.ts';

const models = { echo: { validateCredentials: async () => {} } };
const strategies = { talk: async function* () {} };

describe('definePlugin', () => {
  it('fills in deadlines that end before those of Dify', () => {
    expect(definePlugin({ models }).deadlines).toEqual({
      invokeMs: 590_000,
      validateMs: 60_000,
      callMs: 235_000,
    });
    expect(definePlugin({ models, deadlines: { callMs: 5 } }).deadlines.callMs).toBe(5);
  });

  it.each<[string, PluginOptions, string]>([
    ['nothing', {}, 'needs a model'],
    ['two kinds', { models, agentStrategies: { agents: strategies } }, 'separate plugins'],
    ['two providers', { agentStrategies: { one: strategies, two: strategies } }, 'first provider'],
    ['a deadline that has passed', { models, deadlines: { invokeMs: 0 } }, 'positive'],
    ['a deadline that is no number', { models, deadlines: { invokeMs: Number.NaN } }, 'positive'],
  ])('refuses %s', (_case, options, problem) => {
    expect(() => definePlugin(options)).toThrow(problem);
  });
});
