import { describe, expect, it } from 'vitest';
import type { ProviderName } from './provider-types.ts';
import { diagnoseProvider } from './diagnose-provider.ts';
import type { DiagnosisOptions } from './diagnose-provider.ts';

const KEY = 'sk-secret-987654321';
const NOW = new Date('2026-11-15T00:00:00Z');

describe('diagnoseProvider', () => {
  it('warns that the default model of Gemini was replaced by its successor', async () => {
    const offered = { models: ['gemini-3.5-flash'] };
    expect(await findings('gemini', 'shutdown', offered)).toMatchObject([
      {
        status: 'warning',
        message: {
          en: expect.stringMatching(/"gemini-2.0-flash".*2026-06-01.*"gemini-3.5-flash"/),
          ja: expect.stringContaining('AGENTS_GEMINI_MODEL'),
        },
      },
    ]);
    expect(await findings('gemini', 'model', offered)).toMatchObject([{ status: 'ok' }]);
  });

  it('reports a chosen model as shut down, with its date and the environment key that chooses another', async () => {
    const [shutdown] = await findings('gemini', 'shutdown', { models: [], model: 'gemini-2.0-flash' });
    expect(shutdown).toMatchObject({
      status: 'error',
      message: {
        en: expect.stringContaining('2026-06-01'),
        ja: expect.stringContaining('AGENTS_GEMINI_MODEL'),
      },
    });
  });

  it('warns that the default model of OpenAI will be shut down', async () => {
    const [shutdown] = await findings('openai', 'shutdown', { models: ['gpt-4.1-mini'] });
    expect(shutdown).toMatchObject({
      status: 'warning',
      message: {
        en: expect.stringMatching(/will be shut down on 2027-01-14.*gpt-6-luna.*AGENTS_OPENAI_MODEL/),
      },
    });
  });

  it('prefers the shutdown date that the provider returns', async () => {
    const data = [{ id: 'new', shutdown_date: '2026-12-01' }];
    const fetch = async () => Response.json({ data });
    const [shutdown] = await findings('openai', 'shutdown', { fetch, model: 'new' });
    expect(shutdown).toMatchObject({
      status: 'warning',
      message: { en: expect.stringContaining('2026-12-01') },
    });
  });

  it('reports no problem for a model that is offered', async () => {
    const all = await diagnoseProvider('anthropic', options({ models: ['claude'], model: 'claude' }));
    expect(all.map(({ check, status }) => [check, status])).toEqual([
      ['reachable', 'ok'],
      ['model', 'ok'],
    ]);
  });

  it('reports a model that is not offered', async () => {
    expect(await findings('anthropic', 'model', { models: ['claude'], model: 'clod' })).toMatchObject([
      { status: 'error' },
    ]);
  });

  it.each([
    [
      'is loaded with 4096 tokens',
      { models: [{ name: 'qwen3:latest', context_length: 4096 }] },
      {},
      'warning',
    ],
    ['is loaded with 32768 tokens', { models: [{ name: 'qwen3:latest', context_length: 32_768 }] }, {}, 'ok'],
    [
      'is not loaded and has num_ctx 8192',
      { models: [] },
      { parameters: 'stop "x"\nnum_ctx 8192' },
      'warning',
    ],
    [
      'is not loaded and has num_ctx 65536',
      { models: [] },
      { parameters: 'num_ctx                        65536' },
      'ok',
    ],
    ['does not report its context', {}, {}, 'warning'],
  ])('reports the context of an Ollama model that %s', async (_case, ps, show, status) => {
    const fetch: typeof globalThis.fetch = async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/api/ps') return Response.json(ps);
      if (pathname === '/api/show') return Response.json(show);
      return Response.json({ data: [{ id: 'qwen3:latest' }] });
    };
    expect(await findings('ollama', 'context', { fetch, model: 'qwen3' })).toMatchObject([{ status }]);
  });

  it('warns of a key that is sent without encryption', async () => {
    const baseUrl = 'http://models.example/v1';
    expect(await findings('openrouter', 'transport', { models: [], baseUrl })).toMatchObject([
      { status: 'warning' },
    ]);
    expect(
      await findings('openrouter', 'transport', { models: [], baseUrl: 'http://localhost:1/v1' }),
    ).toEqual([]);
  });

  it.each([
    ['has no key', { apiKey: '' }, 'OPENAI_API_KEY'],
    [
      'rejects the key',
      { fetch: async () => Response.json({ error: `bad key ${KEY}` }, { status: 401 }) },
      'rejected the API key',
    ],
    ['is unreachable', { fetch: () => Promise.reject(new TypeError('fetch failed')) }, 'cannot be reached'],
  ])('never throws and never displays the key when the provider %s', async (_case, changes, words) => {
    const all = await diagnoseProvider('openai', options(changes));
    expect(all.at(-1)).toMatchObject({
      check: 'config',
      status: 'error',
      message: { en: expect.stringContaining(words) },
    });
    expect(JSON.stringify(all)).not.toContain(KEY);
  });
});

type Changes = Partial<DiagnosisOptions> & { readonly models?: readonly string[] };

function options({ models = [], ...changes }: Changes): DiagnosisOptions {
  const fetch = async () => Response.json({ data: models.map((id) => ({ id })) });
  return { env: {}, apiKey: KEY, fetch, now: NOW, ...changes };
}

async function findings(provider: ProviderName, check: string, changes: Changes) {
  const all = await diagnoseProvider(provider, options(changes));
  return all.filter((finding) => finding.check === check);
}
