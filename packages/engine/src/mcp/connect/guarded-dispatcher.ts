import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher } from 'undici';

/** Resolves host names to addresses. The default is the resolver of the system. */
export type Lookup = LookupFunction;

/**
 * Creates a dispatcher that connects only to addresses that the rules allow. It connects to the address that was
 * checked, so that a DNS server cannot return a different address for the connection. Each redirect is checked again.
 */
export function guardedDispatcher(
  rules: AddressRules,
  { lookup = systemLookup, connectTimeoutMs }: { lookup?: Lookup; connectTimeoutMs: number },
): Dispatcher {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: checkedLookup(rules, lookup) });
  return new Agent({
    // Callers set their own deadlines. A stream without notifications is not a failure.
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: (options, callback) => {
      // No lookup takes place for a literal address, so it is checked here.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      const problem = isIP(host) === 0 ? undefined : addressProblem(host, rules);
      if (problem === undefined) return connect(options, callback);
      callback(new Error(`Not connected: ${problem}.`), null);
    },
  });
}

function checkedLookup(rules: AddressRules, lookup: Lookup): Lookup {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const problem = addresses
        .map(({ address }) => addressProblem(address, rules))
        .find((each) => each !== undefined);
      const [first] = addresses;
      if (problem !== undefined || !first) {
        const why = problem ?? 'the name has no address';
        return callback(new Error(`Not connected to ${hostname}: ${why}.`), '', 0);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

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
