import ipaddr from 'ipaddr.js';

/** Which addresses a connection may go to, besides public ones. */
export interface AddressRules {
  readonly allowsLoopback: boolean;
  readonly allowsPrivate: boolean;
}

/** Where clouds keep keys for whoever asks, at addresses that look public or private. */
const METADATA: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** Says why an address must not be connected to, if so. An IPv4 address in the clothes of IPv6 is judged as IPv4. */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return `"${address}" is not an address`;
  const parsed = ipaddr.process(plain);
  if (METADATA.has(parsed.toString())) return `the address ${address} holds the keys of a cloud`;
  const range = parsed.range();
  if (range === 'unicast' && isGlobal(parsed)) return undefined;
  if (range === 'loopback' && rules.allowsLoopback) return undefined;
  if (PRIVATE_RANGES.has(range) && rules.allowsPrivate) return undefined;
  return `the address ${address} is not public (${range})`;
}

// The library calls everything unicast that it has no other word for, such as `::127.0.0.1`; public is only 2000::/3.
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse('2000::'), 3);

/** Whether a host is this machine by its own word, without asking a name server. */
export function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const plain = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}
