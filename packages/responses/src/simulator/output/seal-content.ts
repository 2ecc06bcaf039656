/** How the simulated server marks what it encrypted itself. */
export const SEAL_PREFIX = 'gAAAA_simulated_';

/** Hides items as the server does with encrypted content; here it is only a disguise. */
export function sealItems(items: readonly unknown[]): string {
  return SEAL_PREFIX + Buffer.from(JSON.stringify(items), 'utf8').toString('base64url');
}

/** The items inside; undefined when this server did not make it. */
export function openItems(sealed: string): unknown[] | undefined {
  if (!sealed.startsWith(SEAL_PREFIX)) return undefined;
  try {
    const items: unknown = JSON.parse(
      Buffer.from(sealed.slice(SEAL_PREFIX.length), 'base64url').toString('utf8'),
    );
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}
