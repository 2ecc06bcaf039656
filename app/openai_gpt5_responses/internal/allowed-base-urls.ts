import { normalizeBaseUrl, ResponsesError } from '@sekisho/responses';

/** The hosts of OpenAI: the global one and one for each data residency region. */
const OPENAI_HOSTS = [
  'api.openai.com',
  'ae.api.openai.com',
  'au.api.openai.com',
  'eu.api.openai.com',
  'in.api.openai.com',
  'jp.api.openai.com',
  'us.api.openai.com',
];

/** The environment variable in which the administrator of the daemon lists further base URLs. */
export const ALLOWED_BASE_URLS_VARIABLE = 'OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS';

/** The base URLs that may receive an API key, in the form of `normalizeBaseUrl`. */
export type AllowedBaseUrls = ReadonlySet<string>;

/**
 * Reads the administrator's list, separated by commas. A host means `https://<host>/v1`. Everything else (plain HTTP, a
 * private address, a port, another path) requires the complete URL, so that it is not allowed by accident.
 */
export function readAllowedBaseUrls(list: string | undefined): AllowedBaseUrls {
  const entries = (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return new Set([...OPENAI_HOSTS, ...entries].map(toBaseUrl));
}

/** Throws `invalid_argument` unless the base URL is exactly one that may receive an API key. */
export function requireAllowedBaseUrl(baseUrl: string | undefined, allowed: AllowedBaseUrls): void {
  if (baseUrl === undefined || allowed.has(baseUrl)) return;
  throw new ResponsesError(
    'invalid_argument',
    `"openai_api_base" is "${baseUrl}", which is not allowed. Leave it empty for OpenAI, or ask the administrator of Dify's plugin daemon to add this URL to ${ALLOWED_BASE_URLS_VARIABLE}.`,
    { upstream: { param: 'openai_api_base' } },
  );
}

/** Returns a `fetch` that fails on a redirect, because the key and the prompt may go only to the checked host. */
export function refuseRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, redirect: 'error' });
}

function toBaseUrl(entry: string): string {
  try {
    if (entry.includes('*')) throw new Error('Wildcards are not supported.');
    if (isHostName(entry)) return normalizeBaseUrl(`https://${entry}`);
    return normalizeBaseUrl(entry);
  } catch (cause) {
    throw new Error(
      `${ALLOWED_BASE_URLS_VARIABLE} has the entry "${entry}". Write a host name such as "gateway.example.com", or a complete URL such as "http://10.0.0.5:8080/v1".`,
      { cause },
    );
  }
}

// An IP address in any notation is not a name: `10.0.0.1` has no letter, and the URL parser rewrites `0x7f.1`.
function isHostName(entry: string): boolean {
  return (
    /^[a-z0-9.-]*[a-z][a-z0-9.-]*$/i.test(entry) &&
    URL.parse(`https://${entry}`)?.hostname === entry.toLowerCase()
  );
}
