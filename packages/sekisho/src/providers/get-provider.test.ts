import { describe, expect, it, vi } from 'vitest';
import { ask, requestFor } from '../../test/providers/ask-model.ts';
import { PROVIDER_NAMES } from './provider-types.ts';
import { getProvider } from './get-provider.ts';
import { listProviders } from './get-provider.ts';
import { resolveModelName } from './resolve-connection.ts';

const KEY = 'sk-secret-987654321';

describe('getProvider', () => {
  it.each([
    [undefined, {}, 'openai'],
    [undefined, { AGENTS_MODEL_PROVIDER: '' }, 'openai'],
    [undefined, { AGENTS_MODEL_PROVIDER: 'gemini' }, 'gemini'],
    ['anthropic', { AGENTS_MODEL_PROVIDER: 'gemini' }, 'anthropic'],
  ])('resolves %s and %o to the provider %s', (name, env, expected) => {
    expect(getProvider(name, { env, apiKey: KEY }).name).toBe(expected);
  });

  it.each(['azure', 'constructor', 'OpenAI'])('rejects the unknown name %s', (name) => {
    expect(() => getProvider(name, { env: {}, apiKey: KEY })).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-PROVIDER-CONFIG' }),
    );
  });

  it.each(PROVIDER_NAMES)('returns a model of %s by name without network access', (name) => {
    let requests = 0;
    const fetch = () => Promise.reject(new Error(`request ${(requests += 1)}`));
    const model = getProvider(name, { env: {}, apiKey: KEY, fetch }).getModel('m');
    expect(requests).toBe(0);
    expect(typeof model.getResponse).toBe('function');
    expect(typeof model.getStreamedResponse).toBe('function');
  });

  it.each(['openai', 'gemini'])('has a default model for %s', (name) => {
    expect(() => getProvider(name, { env: {}, apiKey: KEY }).getModel()).not.toThrow();
  });

  it.each([
    ['2026-05-31', 'gemini-2.0-flash', []],
    ['2026-06-01', 'gemini-3.5-flash', [expect.stringContaining('"gemini-2.0-flash"')]],
  ])('uses on %s the default model %s', async (day, expected, warnings) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const asked: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      asked.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'));
      return Response.json({ error: { message: 'enough' } }, { status: 400 });
    };
    const options = { env: {}, apiKey: KEY, fetch, clock: () => Date.parse(day) };
    const model = getProvider('gemini', options).getModel();
    await expect(ask(model, requestFor(), 'streamed')).rejects.toThrow('enough');
    expect(asked).toEqual([expect.objectContaining({ model: expected })]);
    expect(warn.mock.calls.map(([warning]) => warning)).toEqual(warnings);
    warn.mockRestore();
  });

  it('uses a chosen model regardless of its shutdown date', () => {
    const options = { env: { AGENTS_GEMINI_MODEL: 'gemini-2.0-flash' }, apiKey: KEY };
    expect(resolveModelName('gemini', undefined, options)).toBe('gemini-2.0-flash');
  });

  it.each([
    ['ollama', {}, 'AGENTS_OLLAMA_MODEL'],
    ['anthropic', {}, 'AGENTS_ANTHROPIC_MODEL'],
    ['openai', { AGENTS_OPENAI_MODEL: '' }, 'AGENTS_OPENAI_MODEL'],
    ['gemini', { AGENTS_GEMINI_MODEL: ' ' }, 'AGENTS_GEMINI_MODEL'],
    ['gemini', { AGENTS_GEMINI_MODEL: 'x'.repeat(129) }, 'AGENTS_GEMINI_MODEL'],
  ])('names the environment key of the model when %s has no model in %o', (name, env, key) => {
    expect(() => getProvider(name, { env, apiKey: KEY }).getModel()).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-PROVIDER-CONFIG', message: expect.stringContaining(key) }),
    );
  });

  it('lists the models of Gemini without their prefix and retains shutdown dates', async () => {
    const data = [
      { id: 'models/gemini-3.5-flash' },
      { id: 'gpt-4.1', shutdown_date: '2027-01-14' },
      { name: 'no id' },
    ];
    const fetch = async () => Response.json({ object: 'list', data });
    expect(await getProvider('gemini', { env: {}, apiKey: KEY, fetch }).listModels()).toEqual([
      { id: 'gemini-3.5-flash' },
      { id: 'gpt-4.1', shutdown_date: '2027-01-14' },
    ]);
  });

  it('lists the models of Anthropic with the headers of its native API', async () => {
    let seen = new Headers();
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      seen = new Headers(init?.headers);
      return Response.json({ data: [{ id: 'claude' }], has_more: false });
    };
    expect(await getProvider('anthropic', { env: {}, apiKey: KEY, fetch }).listModels()).toEqual([
      { id: 'claude' },
    ]);
    expect([seen.get('x-api-key'), seen.get('anthropic-version')]).toEqual([KEY, '2023-06-01']);
  });
});

describe('listProviders', () => {
  it('lists all six providers and what is missing, without keys', () => {
    const env = { AGENTS_GEMINI_API_KEY: KEY, AGENTS_OLLAMA_MODEL: 'qwen3' };
    const providers = listProviders({ env });
    expect(providers.map(({ name, is_configured: isConfigured }) => [name, isConfigured])).toEqual([
      ['openai', false],
      ['ollama', true],
      ['lmstudio', false],
      ['gemini', true],
      ['anthropic', false],
      ['openrouter', false],
    ]);
    expect(providers[0]?.problem).toContain('OPENAI_API_KEY');
    expect(JSON.stringify(providers)).not.toContain(KEY);
  });
});
