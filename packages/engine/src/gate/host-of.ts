const HOST = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?(\[[0-9a-f:.]+\]|[^\s/:?#@]+)(?::\d+)?(?:[/?#]|$)/i;

/** Returns the host of a URL or bare domain in lower case, or undefined when the text has none. */
export function hostOf(text: string): string | undefined {
  const host = HOST.exec(text.trim())?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  return host.includes('.') || host.startsWith('[') || host === 'localhost' || text.includes('://')
    ? host
    : undefined;
}

/**
 * Returns whether a host is loopback, private, link-local or a metadata service, in dotted, short, decimal, octal or
 * hexadecimal notation.
 */
export function isInternalHost(host: string): boolean {
  if (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.internal') ||
    host.endsWith('.local')
  )
    return true;
  const name = host.replace(/^\[|\]$/g, '');
  if (name.includes(':')) return /^(?:::1?$|::ffff:|fe[89ab]|f[cd])/.test(name);
  if (/\b(?:127|10)[.-]\d+[.-]\d+[.-]\d+\.(?:nip|sslip|xip)\.io$/.test(name)) return true;
  const address = toAddress(name);
  if (address === undefined) return false;
  const [first, second] = [address >>> 24, (address >>> 16) & 255];
  return (
    first === 127 ||
    first === 10 ||
    first === 0 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127)
  );
}

function toAddress(name: string): number | undefined {
  const parts = name.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]+|\d+)$/.test(part))) return undefined;
  const numbers = parts.map((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  const last = numbers.pop() ?? 0;
  const head = numbers.reduce((sum, number, index) => sum + number * 2 ** (24 - 8 * index), 0);
  return (head + last) >>> 0;
}
