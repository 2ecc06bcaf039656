import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressProblem, type AddressRules } from './address-problem.ts';

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
