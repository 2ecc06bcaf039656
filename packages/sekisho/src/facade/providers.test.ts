import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProvider, listProviders } from './providers.ts';

let folder = '';
let envFile = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-env-'));
  envFile = join(folder, '.env');
  writeFileSync(
    envFile,
    '# of the project\nAGENTS_MODEL_PROVIDER=lmstudio\nAGENTS_LMSTUDIO_MODEL="from the file"\nAGENTS_LMSTUDIO_BASE_URL=http://127.0.0.1:7/v1\n',
  );
  vi.stubEnv('AGENTS_MODEL_PROVIDER', undefined);
  vi.stubEnv('AGENTS_LMSTUDIO_MODEL', undefined);
  vi.stubEnv('AGENTS_LMSTUDIO_BASE_URL', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const lmstudio = (options?: Parameters<typeof listProviders>[0]) =>
  listProviders(options).find(({ name }) => name === 'lmstudio');

describe('an envFile', () => {
  it('is read when it is named', () => {
    expect(getProvider(undefined, { envFile }).name).toBe('lmstudio');
    expect(lmstudio({ envFile })).toMatchObject({
      model: 'from the file',
      base_url: 'http://127.0.0.1:7/v1',
    });
  });

  it('never overrides an environment variable and never changes one', () => {
    vi.stubEnv('AGENTS_MODEL_PROVIDER', 'ollama');
    vi.stubEnv('AGENTS_LMSTUDIO_MODEL', 'from the environment');
    const before = { ...process.env };
    expect(getProvider(undefined, { envFile }).name).toBe('ollama');
    expect(lmstudio({ envFile })).toMatchObject({ model: 'from the environment' });
    expect({ ...process.env }).toEqual(before);
  });

  it('has lower precedence than an option', async () => {
    const requested: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      requested.push(url instanceof Request ? url.url : url.toString());
      return Response.json({ data: [] });
    };
    await getProvider('lmstudio', { envFile, baseUrl: 'http://127.0.0.1:8/v1', fetch }).listModels();
    expect(requested).toEqual(['http://127.0.0.1:8/v1/models']);
  });

  it('is not searched for in the working directory', () => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    expect(lmstudio()).toMatchObject({ is_configured: false });
  });

  it('that is unreadable causes AGENTS-E-PROVIDER-CONFIG', () => {
    expect(() => getProvider('ollama', { envFile: join(folder, 'none') })).toThrowError(
      expect.objectContaining({ code: 'AGENTS-E-PROVIDER-CONFIG', category: 'provider' }),
    );
  });
});

/** A server that does not respond before the request is aborted. */
const silent: typeof globalThis.fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

describe('listModels()', () => {
  it.each<[string, typeof globalThis.fetch]>([
    ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['key-refused', async () => Response.json({ error: { message: 'no' } }, { status: 401 })],
    ['model-not-found', async () => Response.json({ error: { message: 'no' } }, { status: 404 })],
    ['server-error', async () => Response.json({ error: { message: 'no' } }, { status: 500 })],
    ['not-json', async () => new Response('<html>', { headers: { 'content-type': 'application/json' } })],
    ['timeout', silent],
  ])('reports the reason %s in a field', async (reason, fetch) => {
    await expect(getProvider('ollama', { fetch, timeoutMs: 1000 }).listModels()).rejects.toMatchObject({
      name: 'SekishoError',
      category: 'provider',
      reason,
      message: expect.stringContaining(`[ollama/${reason}]`),
    });
  });
});
