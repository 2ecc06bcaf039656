import ipaddr from 'ipaddr.js';

/** Which addresses a connection may go to, besides public ones. */
export interface AddressRules {
  readonly allowsLoopback: boolean;
  readonly allowsPrivate: boolean;
}

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** Says why an address must not be connected to, if so. An IPv4 address in the clothes of IPv6 is judged as IPv4. */
export function addressProblem(address: string, rules: AddressRules): string | undefined {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return `"${address}" is not an address`;
  const range = ipaddr.process(plain).range();
  if (range === 'unicast') return undefined;
  if (range === 'loopback' && rules.allowsLoopback) return undefined;
  if (PRIVATE_RANGES.has(range) && rules.allowsPrivate) return undefined;
  return `the address ${address} is not public (${range})`;
}

/** Whether a host is this machine by its own word, without asking a name server. */
export function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const plain = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}
