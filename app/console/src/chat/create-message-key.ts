/** Creates an idempotency key for one message. `randomUUID` exists only on pages with TLS. */
export function createMessageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
