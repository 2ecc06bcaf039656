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
  if (/^localhost$|\.(?:localhost|internal|local)$/.test(host)) return true;
  const name = host.replace(/^\[|\]$/g, '');
  if (name.includes(':')) return /^(?:::1?$|::ffff:|fe[89ab]|f[cd])/.test(name);
  if (/\b(?:127|10)[.-]\d+[.-]\d+[.-]\d+\.(?:nip|sslip|xip)\.io$/.test(name)) return true;
  const address = toAddress(name);
  return (
    address !== undefined &&
    INTERNAL_NETWORKS.some(([network, bits]) => address >>> (32 - bits) === network >>> (32 - bits))
  );
}

/** The networks that are not part of the internet, with the length of their prefix. */
const INTERNAL_NETWORKS: readonly (readonly [network: number, bits: number])[] = [
  [0x00_00_00_00, 8],
  [0x0a_00_00_00, 8],
  [0x64_40_00_00, 10],
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  [0xac_10_00_00, 12],
  [0xc0_a8_00_00, 16],
];

function toAddress(name: string): number | undefined {
  const parts = name.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]+|\d+)$/.test(part))) return undefined;
  const numbers = parts.map((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  const last = numbers.pop() ?? 0;
  const head = numbers.reduce((sum, number, index) => sum + number * 2 ** (24 - 8 * index), 0);
  return (head + last) >>> 0;
}
