import { isRecord, textOf } from './json-record.ts';
import type { JsonRecord } from './json-record.ts';
import type { ProviderConnection } from './provider-connection.ts';

/** With a smaller context the instructions and tool definitions of an agent may not fit. */
export const MIN_SAFE_CONTEXT = 16_384;

/**
 * Returns the context length of a model in Ollama: of the loaded model, or of the model file. Returns undefined when
 * Ollama does not report it.
 */
export async function readOllamaContext(
  connection: ProviderConnection,
  modelName: string,
  fetch: typeof globalThis.fetch,
): Promise<number | undefined> {
  const root = connection.baseUrl.replace(/\/v1$/, '');
  const loaded = await ask(`${root}/api/ps`, {}, connection, fetch);
  const models = Array.isArray(loaded['models']) ? loaded['models'].filter(isRecord) : [];
  const model = models.find(({ name }) => name === modelName || name === `${modelName}:latest`);
  if (typeof model?.['context_length'] === 'number') return model['context_length'];
  const file = await ask(
    `${root}/api/show`,
    { method: 'POST', body: JSON.stringify({ model: modelName }) },
    connection,
    fetch,
  );
  const setting = /^num_ctx\s+(\d+)/m.exec(textOf(file['parameters']));
  return setting ? Number(setting[1]) : undefined;
}

async function ask(
  url: string,
  init: RequestInit,
  { timeoutMs, apiKey }: ProviderConnection,
  fetch: typeof globalThis.fetch,
): Promise<JsonRecord> {
  try {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    // Not every server at this address is Ollama. A failed request counts as unknown.
    return {};
  }
}
