import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../openai-agents/upstream.ts';
import { fromAiSdk } from './from-ai-sdk.ts';

const REQUEST: ModelRequest = {
  input: '',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

describe('fromAiSdk', () => {
  it('names the packages to install when they are missing', async () => {
    await expect(fromAiSdk({})).rejects.toMatchObject({
      code: 'AGENTS-E-PROVIDER-CONFIG',
      message: expect.stringMatching(/@openai\/agents-extensions.*ai/),
    });
  });

  it('passes requests to the adapter and returns its responses', async () => {
    const native = { modelId: 'claude' };
    const answer = { usage: {}, output: [] };
    const model = await fromAiSdk(native, async (specifier) => ({
      aisdk: (given: object) => ({
        getResponse: async () => ({ ...answer, specifier, given }),
        getStreamedResponse: async function* () {},
      }),
    }));
    expect(await model.getResponse(REQUEST)).toEqual({
      ...answer,
      specifier: '@openai/agents-extensions/ai-sdk',
      given: native,
    });
  });

  it('rejects the setting that the adapter silently ignores', async () => {
    const model = await fromAiSdk({}, async () => ({
      aisdk: () => ({ getResponse: async () => ({}), getStreamedResponse: () => [] }),
    }));
    const request = { ...REQUEST, modelSettings: { parallelToolCalls: false } };
    await expect(model.getResponse(request)).rejects.toMatchObject({ code: 'AGENTS-E-COMPAT-UNSUPPORTED' });
    expect(() => model.getStreamedResponse(request)).toThrow('parallelToolCalls');
  });

  it.each([[{}], [{ aisdk: 'no function' }], [{ aisdk: () => ({}) }]])(
    'rejects an invalid adapter: %o',
    async (loaded) => {
      await expect(fromAiSdk({}, async () => loaded)).rejects.toMatchObject({
        code: 'AGENTS-E-PROVIDER-CONFIG',
      });
    },
  );
});
