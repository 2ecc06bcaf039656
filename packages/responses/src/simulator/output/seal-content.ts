/** The prefix of content that the simulated server encrypted. */
export const SEAL_PREFIX = 'gAAAA_simulated_';

/** Encodes items like encrypted content. The simulator does not encrypt them. */
export function sealItems(items: readonly unknown[]): string {
  return SEAL_PREFIX + Buffer.from(JSON.stringify(items), 'utf8').toString('base64url');
}

/** Returns the items, or undefined when this server did not create the content. */
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
