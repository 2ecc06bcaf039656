import { PROVIDER_ENVIRONMENT, REQUEST_TIMEOUT_KEY } from './provider-env.ts';
import type { EnvironmentKey, ProviderEnvironment } from './provider-env.ts';
import type { ProviderName } from './provider-name.ts';
import { CAPABILITY_TABLE } from './capability-table.ts';
import type { ProviderConnection } from './provider-connection.ts';
import { completeBaseUrl } from './complete-base-url.ts';
import { providerFailure } from './provider-failure.ts';
import type { ProviderOptions } from './provider-options.ts';

const MIN_TIMEOUT_MS = 1000;
const MAX_COMPAT_TIMEOUT_MS = 120_000;
// `setTimeout` overflows above this value.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Creates the connection to a provider from direct options, then the environment, then the defaults. */
export function resolveConnection(provider: ProviderName, options: ProviderOptions): ProviderConnection {
  const keys = PROVIDER_ENVIRONMENT[provider];
  const apiKey = resolveKey(provider, options);
  return {
    provider,
    baseUrl: resolveBaseUrl(provider, options),
    apiKey,
    isKeySecret: apiKey !== keys.apiKey.fallback,
    timeoutMs: resolveTimeout(provider, options),
    api: resolveApi(provider, options),
    headers: resolveHeaders(provider, options),
  };
}

function resolveKey(provider: ProviderName, options: ProviderOptions): string {
  const { apiKey: source } = PROVIDER_ENVIRONMENT[provider];
  const apiKey = (options.apiKey ?? readKey(options.env, source) ?? '').trim();
  if (apiKey === '') {
    throw providerFailure(
      provider,
      'key-missing',
      `Provider "${provider}" has no API key. Set ${source.key}.`,
    );
  }
  // The platform quotes an invalid header value in its error, so an invalid key must be rejected here.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw providerFailure(
      provider,
      'key-missing',
      `The API key of provider "${provider}" contains spaces or invalid characters. Correct ${source.key}.`,
    );
  }
  return apiKey;
}

function resolveBaseUrl(provider: ProviderName, options: ProviderOptions): string {
  const { baseUrl: source } = PROVIDER_ENVIRONMENT[provider];
  const text = (options.baseUrl ?? readKey(options.env, source) ?? '').trim();
  const url = URL.parse(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  // The URL is not quoted because it may contain a password.
  if (!isPlain || url.search !== '' || url.hash !== '') {
    throw providerFailure(
      provider,
      'base-url',
      `The base URL of provider "${provider}" must be http or https without user, password, query or fragment. Correct ${source.key}.`,
    );
  }
  return completeBaseUrl(url, source.fallback);
}

function resolveTimeout(provider: ProviderName, options: ProviderOptions): number {
  const timeoutMs = options.timeoutMs ?? Number(readKey(options.env, REQUEST_TIMEOUT_KEY));
  const maxMs = provider === 'openai' ? MAX_TIMEOUT_MS : MAX_COMPAT_TIMEOUT_MS;
  if (!Number.isInteger(timeoutMs) || timeoutMs < MIN_TIMEOUT_MS || timeoutMs > maxMs) {
    throw providerFailure(
      provider,
      'timeout-range',
      `The timeout of provider "${provider}" must be ${MIN_TIMEOUT_MS} to ${maxMs} ms. Correct timeoutMs or ${REQUEST_TIMEOUT_KEY.key}.`,
    );
  }
  return timeoutMs;
}

function resolveApi(provider: ProviderName, options: ProviderOptions): 'chat' | 'responses' {
  const api = options.api ?? (provider === 'openai' ? 'responses' : 'chat');
  if (api === 'responses' && CAPABILITY_TABLE[provider].responses === undefined) {
    throw providerFailure(
      provider,
      'setting',
      `Provider "${provider}" does not support api: "responses". Remove the setting.`,
    );
  }
  return api;
}

function resolveHeaders(provider: ProviderName, options: ProviderOptions): Record<string, string> {
  const direct: Record<string, string | undefined> = {
    'HTTP-Referer': options.httpReferer,
    'X-Title': options.appName,
  };
  const headers: Record<string, string> = {};
  for (const [header, source] of Object.entries(PROVIDER_ENVIRONMENT[provider].headers)) {
    const value = (direct[header] ?? readKey(options.env, source) ?? '').trim();
    // Header values are Latin-1, so a Japanese application name is percent-encoded.
    if (value !== '') headers[header] = /^[\x20-\x7e]+$/.test(value) ? value : encodeURIComponent(value);
  }
  return headers;
}

/** Returns the value of an environment variable. An empty value counts as not set. */
function readKey(env: ProviderEnvironment, source: EnvironmentKey): string | undefined {
  const value = env[source.key];
  return value === undefined || value.trim() === '' ? source.fallback : value;
}
