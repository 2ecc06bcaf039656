import ipaddr from 'ipaddr.js';

/** The addresses that a connection may use in addition to public ones. */
export interface AddressRules {
  readonly allowsLoopback: boolean;
  readonly allowsPrivate: boolean;
}

/**
 * Addresses of cloud metadata services, which return credentials to any local caller. Some of them look public or
 * private.
 */
const METADATA: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/**
 * Returns why connecting to an address is not allowed, or undefined. An IPv4 address that is embedded in an IPv6
 * address is checked as IPv4.
 */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return `"${address}" is not an address`;
  const parsed = ipaddr.process(plain);
  if (METADATA.has(parsed.toString())) return `the address ${address} belongs to a cloud metadata service`;
  const range = parsed.range();
  if (range === 'unicast' && isGlobal(parsed)) return undefined;
  if (range === 'loopback' && rules.allowsLoopback) return undefined;
  if (PRIVATE_RANGES.has(range) && rules.allowsPrivate) return undefined;
  return `the address ${address} is not public (${range})`;
}

// The library classifies every address without a known range as unicast, such as `::127.0.0.1`. Only 2000::/3 is
// public.
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse('2000::'), 3);

/** Returns whether a host name denotes this machine without a DNS lookup. */
export function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const plain = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}
