import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { getProvider } from './get-provider.ts';
import { findModelShutdown, PROVIDER_ENVIRONMENT } from './provider-env.ts';
import type {
  ProviderConnection,
  ProviderFinding,
  ProviderModel,
  ProviderName,
  ProviderOptions,
} from './provider-types.ts';
import { replacedDefault, resolveConnection, resolveModelName } from './resolve-connection.ts';

/** The options of `diagnoseProvider()`. */
export interface DiagnosisOptions extends ProviderOptions {
  readonly now: Date;
}

type Finding = Omit<ProviderFinding, 'provider'>;

/** Checks a provider: its settings, whether it responds, whether its model exists and until when. Never throws. */
export async function diagnoseProvider(
  name: ProviderName,
  options: DiagnosisOptions,
): Promise<ProviderFinding[]> {
  const findings: Finding[] = [];
  try {
    const connection = resolveConnection(name, options);
    if (isKeyInTheOpen(connection)) findings.push(KEY_IN_THE_OPEN);
    const models = await getProvider(name, options).listModels();
    findings.push(say('reachable', 'ok', `${name} answers.`, `${name} は応答しています。`));
    const timed = { ...options, clock: () => options.now.getTime() };
    const modelName = resolveModelName(name, undefined, timed);
    const replaced = replacedDefault(name, undefined, timed);
    if (replaced !== undefined) {
      const { key } = PROVIDER_ENVIRONMENT[name].model;
      const ja = `${name} の既定モデルは提供が終了したため、後継の "${modelName}" を使います。${key} でモデルを指定してください。`;
      findings.push(say('shutdown', 'warning', replaced, ja));
    }
    findings.push(...examineModel(modelName, models, { name, now: options.now }));
    if (name === 'ollama') findings.push(await examineContext(connection, modelName, options));
  } catch (error) {
    const message = error instanceof SekishoError ? error.message : `${name} could not be checked.`;
    findings.push(say('config', 'error', message, `${name} の設定または接続に問題があります: ${message}`));
  }
  return findings.map((finding) => ({ provider: name, ...finding }));
}

function examineModel(
  modelName: string,
  models: readonly ProviderModel[],
  { name, now }: { readonly name: ProviderName; readonly now: Date },
): Finding[] {
  const { key } = PROVIDER_ENVIRONMENT[name].model;
  const listed = models.find(({ id }) => id === modelName || id === `${modelName}:latest`);
  const known = findModelShutdown(modelName);
  const date = listed?.shutdown_date ?? known?.date;
  const findings: Finding[] = [];
  if (date !== undefined) {
    const isOver = Date.parse(date) <= now.getTime();
    const successor = known ? ` (${known.successor})` : '';
    const en = `The model "${modelName}" ${isOver ? 'was' : 'will be'} shut down on ${date}. Choose another${successor} with ${key}.`;
    const ja = `モデル "${modelName}" は ${date} に提供を${isOver ? '終了しました' : '終了します'}。${key} で別のモデル${successor}を指定してください。`;
    findings.push(say('shutdown', isOver ? 'error' : 'warning', en, ja));
  }
  if (listed) {
    const ja = `モデル "${modelName}" は利用できます。`;
    return [...findings, say('model', 'ok', `The model "${modelName}" is offered.`, ja)];
  }
  const en = `${name} does not offer the model "${modelName}". Choose another with ${key}.`;
  const ja = `${name} はモデル "${modelName}" を提供していません。${key} で別のモデルを指定してください。`;
  return [...findings, say('model', 'error', en, ja)];
}

/** With a smaller context the instructions and tool definitions of an agent may not fit. */
const MIN_SAFE_CONTEXT = 16_384;

/**
 * Checks the context length. Ollama silently truncates long requests at the beginning, where the instructions and the
 * policy are.
 */
async function examineContext(
  connection: ProviderConnection,
  modelName: string,
  options: DiagnosisOptions,
): Promise<Finding> {
  const length = await readOllamaContext(connection, modelName, options.fetch ?? globalThis.fetch);
  if (length !== undefined && length >= MIN_SAFE_CONTEXT) {
    const ja = `コンテキスト長は ${length} トークンです。`;
    return say('context', 'ok', `The context holds ${length} tokens.`, ja);
  }
  const en = `The context of "${modelName}" is small (${length ?? 'unknown, 4096 by default'}). Ollama silently drops the beginning of longer requests, instructions and tools first. Set OLLAMA_CONTEXT_LENGTH or num_ctx to ${MIN_SAFE_CONTEXT} or more.`;
  const ja = `"${modelName}" のコンテキスト長が小さい、または不明です（${length ?? '既定 4096'}）。Ollama は長い要求の先頭（指示とツール定義）を黙って切り捨てます。OLLAMA_CONTEXT_LENGTH または num_ctx を ${MIN_SAFE_CONTEXT} 以上にしてください。`;
  return say('context', 'warning', en, ja);
}

const loadedModelsSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number() }).partial().catch({})),
});
const modelFileSchema = z.object({ parameters: z.string() });

/**
 * Returns the context length of a model in Ollama: of the loaded model, or of the model file. Returns undefined when
 * Ollama does not report it.
 */
async function readOllamaContext(
  { baseUrl, apiKey, timeoutMs }: ProviderConnection,
  modelName: string,
  fetch: typeof globalThis.fetch,
): Promise<number | undefined> {
  const root = baseUrl.replace(/\/v1$/, '');
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit): Promise<unknown> => {
    try {
      const response = await fetch(root + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
      return await response.json();
    } catch {
      // Not every server at this address is Ollama. A failed request counts as unknown.
      return undefined;
    }
  };
  const loaded = loadedModelsSchema.safeParse(await ask('/api/ps', {})).data?.models ?? [];
  const model = loaded.find(({ name }) => name === modelName || name === `${modelName}:latest`);
  if (model?.context_length !== undefined) return model.context_length;
  const shown = await ask('/api/show', { method: 'POST', body: JSON.stringify({ model: modelName }) });
  const setting = /^num_ctx\s+(\d+)/m.exec(modelFileSchema.safeParse(shown).data?.parameters ?? '');
  return setting ? Number(setting[1]) : undefined;
}

function isKeyInTheOpen({ baseUrl, isKeySecret }: ProviderConnection): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return isKeySecret && protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const KEY_IN_THE_OPEN: Finding = say(
  'transport',
  'warning',
  'The API key is sent without encryption. Use an https base URL.',
  'API キーが暗号化されずに送信されます。https の Base URL を使用してください。',
);

function say(check: Finding['check'], status: Finding['status'], en: string, ja: string): Finding {
  return { check, status, message: { en, ja } };
}
