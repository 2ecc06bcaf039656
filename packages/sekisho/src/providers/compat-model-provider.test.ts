import { describe, expect, it, vi } from 'vitest';
import { ask, requestFor } from '../../test/providers/ask-model.ts';
import { completion } from '../../test/providers/wire-builders.ts';
import { CompatModelProvider } from './compat-model-provider.ts';

describe('CompatModelProvider', () => {
  it('requires only a provider, a model name and a base URL', async () => {
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(Response.json(completion({ content: 'Hi.' })));
    const model = new CompatModelProvider('ollama').createModel('m', { baseUrl: 'http://127.0.0.1:9/v1' });
    const { output } = await ask(model, requestFor(), 'whole');
    expect(JSON.stringify(output)).toContain('Hi.');
    expect(fetch.mock.calls[0]?.[0]).toBe('http://127.0.0.1:9/v1/chat/completions');
    fetch.mockRestore();
  });

  it('reads the API key from the environment', () => {
    vi.stubEnv('AGENTS_GEMINI_API_KEY', 'k-123456');
    const provider = new CompatModelProvider('gemini');
    expect(() => provider.createModel('m', { baseUrl: 'http://127.0.0.1:9/v1' })).not.toThrow();
    vi.stubEnv('AGENTS_GEMINI_API_KEY', '');
    expect(() => provider.createModel('m', { baseUrl: 'http://127.0.0.1:9/v1' })).toThrow(
      'AGENTS_GEMINI_API_KEY',
    );
    vi.unstubAllEnvs();
  });

  it.each([undefined, {}, { baseUrl: '' }, { baseUrl: 7 }])('rejects the config %o', (config) => {
    const provider = new CompatModelProvider('ollama');
    expect(() => Reflect.apply(provider.createModel, provider, ['m', config])).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-PROVIDER-CONFIG',
        message: expect.stringContaining('baseUrl'),
      }),
    );
  });
});
