import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { addressProblem, type AddressRules } from './address-problem.ts';

/** How names become addresses; the system's way unless a test says otherwise. */
export type Lookup = LookupFunction;

/**
 * Connections that go only where the rules allow. The address that was checked is the address that is connected to, so a
 * name server cannot answer one thing to the check and another to the connection; every redirect connects anew.
 */
export function guardedDispatcher(
  rules: AddressRules,
  { lookup = systemLookup, connectTimeoutMs }: { lookup?: Lookup; connectTimeoutMs: number },
): Dispatcher {
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: checkedLookup(rules, lookup) });
  return new Agent({
    // Deadlines are the callers'; a quiet stream of notifications is no failure.
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: (options, callback) => {
      // A literal address is connected to without any lookup.
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
