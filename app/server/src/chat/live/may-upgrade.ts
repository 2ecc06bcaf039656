import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request may be upgraded to a WebSocket; other upgrade requests are handled as plain HTTP. An
 * upgraded socket has no timeout, and an event stream on it would not be notified of its end.
 */
export function mayUpgrade({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/ai-agent\/live(?:\?|$)/.test(url);
}
