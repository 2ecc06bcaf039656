import { createSimulator } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { createResponder, type ResponderOptions } from './create-responder.ts';

const base: ResponderOptions = {
  mode: 'openai',
  strategy: 'fence',
  model: 'auto',
  temperature: 0.3,
  maxTokens: 1200,
  timeoutMs: 60_000,
  apiKey: 'sk-test',
  baseUrl: undefined,
  clock: () => Date.parse('2026-11-16T00:00:00Z'),
};
const messages = [
  { role: 'system' as const, content: '規則' },
  { role: 'user' as const, content: 'こんにちは' },
];

async function ask(over: Partial<ResponderOptions>) {
  const simulator = createSimulator();
  const result = await createResponder({ ...base, fetch: simulator.fetch, ...over }).generateResponse(
    messages,
  );
  return { result, body: simulator.journal[0]?.body ?? {} };
}

describe('OpenAIService', () => {
  it('sends no temperature to a reasoning model, and disables reasoning', async () => {
    const { body } = await ask({});
    expect(body).toMatchObject({
      instructions: '規則',
      max_output_tokens: 1200,
      store: false,
      reasoning: { effort: 'none' },
    });
    expect(body).not.toHaveProperty('temperature');
  });

  it('sends the temperature to a model that supports it', async () => {
    const { body, result } = await ask({ model: 'gpt-4.1' });
    expect(body).toMatchObject({ model: 'gpt-4.1', temperature: 0.3 });
    expect(result.ok).toBe(true);
  });

  it('returns the cost of a response, and 0 for a simulated one', async () => {
    const { result: paid } = await ask({});
    expect(paid.ok && paid.usage.costUsd).toBeGreaterThan(0);
    const { result: free } = await ask({ mode: 'mock' });
    expect(free).toMatchObject({ ok: true, usage: { costUsd: undefined } });
  });

  it('reports a missing API key at creation', () => {
    expect(() => createResponder({ ...base, apiKey: undefined })).toThrow('OPENAI_API_KEY');
  });

  it('returns the error type of a rejected prompt', async () => {
    const { result } = await ask({ model: 'no-such-model' });
    expect(result).toMatchObject({
      ok: false,
      isTemporary: false,
      code: 'OpenAIUnavailable',
      errorType: 'model_not_found',
    });
  });
});
