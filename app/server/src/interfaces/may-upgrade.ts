import type { IncomingMessage } from 'node:http';

/**
 * Whether a request may leave HTTP for a WebSocket; any other wish for another protocol is answered as if it had none.
 * A socket that has left HTTP has no time limit any more, and a stream of events on it would never hear that it ended.
 */
export function mayUpgrade({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/ai-agent\/live(?:\?|$)/.test(url);
}
