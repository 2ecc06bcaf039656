import type { OpenAI } from 'openai';
import type { Credentials } from '../credentials/normalize-credentials.ts';
import { loadOpenAi, type OpenAiModule } from './load-openai.ts';

/** OpenAI's client, and the library that it came from. */
export type Connection = { module: OpenAiModule; openai: OpenAI };

/** Sets OpenAI's client up so that every retry and every log line is decided here. */
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
    // The library repeats a request whose answer timed out, and pays twice.
    maxRetries: 0,
    // The library prints what it could not parse.
    logLevel: 'off',
    ...(fetch ? { fetch } : {}),
  });
  return { module, openai };
}
