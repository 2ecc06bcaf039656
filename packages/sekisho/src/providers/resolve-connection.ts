import { CAPABILITY_TABLE } from './capability-table.ts';
import { findModelShutdown, PROVIDER_ENVIRONMENT, REQUEST_TIMEOUT_KEY } from './provider-env.ts';
import type { EnvironmentKey } from './provider-env.ts';
import { providerFailure } from './provider-failure.ts';
import type { ProviderConnection, ProviderName, ProviderOptions } from './provider-types.ts';

const MIN_TIMEOUT_MS = 1000;
const MAX_COMPAT_TIMEOUT_MS = 120_000;
// `setTimeout` overflows above this value.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Creates the connection to a provider from direct options, then the environment, then the defaults. */
export function resolveConnection(provider: ProviderName, options: ProviderOptions): ProviderConnection {
  const apiKey = resolveKey(provider, options);
  return {
    provider,
    baseUrl: resolveBaseUrl(provider, options),
    apiKey,
    isKeySecret: apiKey !== PROVIDER_ENVIRONMENT[provider].apiKey.fallback,
    timeoutMs: resolveTimeout(provider, options),
    api: resolveApi(provider, options),
    headers: resolveHeaders(provider, options),
  };
}

function resolveKey(provider: ProviderName, options: ProviderOptions): string {
  const { apiKey: source } = PROVIDER_ENVIRONMENT[provider];
  const apiKey = (options.apiKey ?? readKey(options, source) ?? '').trim();
  if (apiKey === '') throw providerFailure(provider, 'key-missing', `has no API key. Set ${source.key}.`);
  // The platform quotes an invalid header value in its error, so an invalid key must be rejected here.
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  const what = `has an API key with spaces or invalid characters. Correct ${source.key}.`;
  throw providerFailure(provider, 'key-missing', what);
}

function resolveBaseUrl(provider: ProviderName, options: ProviderOptions): string {
  const { baseUrl: source } = PROVIDER_ENVIRONMENT[provider];
  const url = URL.parse((options.baseUrl ?? readKey(options, source) ?? '').trim());
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isPlain && url.search === '' && url.hash === '') return completeBaseUrl(url, source.fallback);
  // The URL is not quoted because it may contain a password.
  const what = `requires an http or https base URL without user, password, query or fragment. Correct ${source.key}.`;
  throw providerFailure(provider, 'base-url', what);
}

/** Adds the missing path of a base URL: `http://host:11434` becomes `http://host:11434/v1`. */
export function completeBaseUrl(baseUrl: URL, defaultUrl: string): string {
  const path = segmentsOf(baseUrl);
  const missing = missingSegments(path, segmentsOf(new URL(defaultUrl)));
  return `${baseUrl.origin}/${[...path, ...missing].join('/')}`;
}

function missingSegments(path: readonly string[], suffix: readonly string[]): readonly string[] {
  for (let length = suffix.length; length > 0; length -= 1) {
    const beginning = suffix.slice(0, length);
    if (beginning.every((segment, index) => path[path.length - length + index] === segment))
      return suffix.slice(length);
  }
  // A version in the path indicates a gateway with its own scheme, which a suffix would break.
  return path.some((segment) => /^v\d/.test(segment)) ? [] : suffix;
}

function segmentsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}

function resolveTimeout(provider: ProviderName, options: ProviderOptions): number {
  const timeoutMs = options.timeoutMs ?? Number(readKey(options, REQUEST_TIMEOUT_KEY));
  const maxMs = provider === 'openai' ? MAX_TIMEOUT_MS : MAX_COMPAT_TIMEOUT_MS;
  if (Number.isInteger(timeoutMs) && timeoutMs >= MIN_TIMEOUT_MS && timeoutMs <= maxMs) return timeoutMs;
  const what = `requires a timeout of ${MIN_TIMEOUT_MS} to ${maxMs} ms. Correct timeoutMs or ${REQUEST_TIMEOUT_KEY.key}.`;
  throw providerFailure(provider, 'timeout-range', what);
}

function resolveApi(provider: ProviderName, options: ProviderOptions): 'chat' | 'responses' {
  const api = options.api ?? (provider === 'openai' ? 'responses' : 'chat');
  if (api === 'chat' || CAPABILITY_TABLE[provider].responses !== undefined) return api;
  throw providerFailure(provider, 'setting', 'does not support api: "responses". Remove the setting.');
}

function resolveHeaders(provider: ProviderName, options: ProviderOptions): Record<string, string> {
  const direct: Record<string, string | undefined> = {
    'HTTP-Referer': options.httpReferer,
    'X-Title': options.appName,
  };
  const headers: Record<string, string> = {};
  for (const [header, source] of Object.entries(PROVIDER_ENVIRONMENT[provider].headers ?? {})) {
    const value = (direct[header] ?? readKey(options, source) ?? '').trim();
    // Header values are Latin-1, so a Japanese application name is percent-encoded.
    if (value !== '') headers[header] = /^[\x20-\x7e]+$/.test(value) ? value : encodeURIComponent(value);
  }
  return headers;
}

/** Returns the value of an environment variable. An empty value counts as not set. */
function readKey({ env }: ProviderOptions, source: EnvironmentKey): string | undefined {
  const value = env[source.key];
  return value === undefined || value.trim() === '' ? source.fallback : value;
}

const MAX_MODEL_NAME_LENGTH = 128;

/** Returns the model name: the argument, the option, the environment variable, or the default of the provider. */
export function resolveModelName(
  provider: ProviderName,
  given: string | undefined,
  options: ProviderOptions,
): string {
  const { key, fallback } = PROVIDER_ENVIRONMENT[provider].model;
  // An empty value is a configuration error and does not select the default.
  const chosen = given ?? options.model ?? options.env[key];
  const modelName = (chosen ?? currentShutdown(fallback, options)?.successor ?? fallback ?? '').trim();
  if (modelName !== '' && modelName.length <= MAX_MODEL_NAME_LENGTH) return modelName;
  const what =
    modelName === ''
      ? `has no model. Pass a name to getModel() or set ${key}.`
      : `requires a model name of at most ${MAX_MODEL_NAME_LENGTH} characters. Correct ${key}.`;
  throw providerFailure(provider, 'model-missing', what);
}

/** Returns a warning when the default model was replaced because it no longer exists. */
export function replacedDefault(
  provider: ProviderName,
  given: string | undefined,
  options: ProviderOptions,
): string | undefined {
  const { key, fallback } = PROVIDER_ENVIRONMENT[provider].model;
  const isChosen = (given ?? options.model ?? options.env[key]) !== undefined;
  const shutdown = isChosen ? undefined : currentShutdown(fallback, options);
  if (!shutdown) return undefined;
  return `The default model "${fallback}" of provider "${provider}" was shut down on ${shutdown.date}; "${shutdown.successor}" is used instead. Set ${key} to choose a model.`;
}

/** Returns the shutdown of the documented default model if its date has passed. */
function currentShutdown(fallback = '', { clock = Date.now }: ProviderOptions) {
  const shutdown = findModelShutdown(fallback);
  return shutdown && Date.parse(shutdown.date) <= clock() ? shutdown : undefined;
}
