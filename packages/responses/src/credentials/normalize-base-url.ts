import { ResponsesError } from '../errors/responses-error.ts';

/** Normalizes a base URL and adds `/v1` when it is missing. */
export function normalizeBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refuse('"openai_api_base" must be a URL that begins with https:// or http://.');
  }
  // A key inside the URL would appear in logs and error messages.
  if (url.username !== '' || url.password !== '')
    throw refuse('"openai_api_base" must not contain a user name.');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
}

function refuse(message: string): ResponsesError {
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'openai_api_base' } });
}
