import type { OpenAI } from 'openai';
import type { Credentials } from '../credentials/normalize-credentials.ts';
import { loadOpenAi, type OpenAiModule } from './load-openai.ts';

/** OpenAI's client and the library that created it. */
export type Connection = { module: OpenAiModule; openai: OpenAI };

/** Creates OpenAI's client with its own retries and logging disabled. */
export async function openConnection(
  { apiKey, organization, baseUrl, timeoutMs }: Credentials,
  fetch: typeof globalThis.fetch | undefined,
): Promise<Connection> {
  const module = await loadOpenAi();
  const openai = new module.OpenAI({
    apiKey,
    organization: organization ?? null,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    timeout: timeoutMs,
    // The library retries a request after a timeout, which would be charged twice.
    maxRetries: 0,
    // The library logs input that it cannot parse.
    logLevel: 'off',
    ...(fetch ? { fetch } : {}),
  });
  return { module, openai };
}
