import type { Pool, PoolClient } from 'pg';

/**
 * Counts the round trips of a pool that were waited for one after the other: statements that are sent while another one
 * is in flight do not count. Runs that are active at the same time share trips, so the count is meaningful for one run at
 * a time. Returns the number until now.
 */
export function countTrips(pool: Pool): () => number {
  let trips = 0;
  let inFlight = 0;
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client);
    const counted = (...args: unknown[]): unknown => {
      if (inFlight === 0) trips += 1;
      inFlight += 1;
      const ended = () => {
        inFlight -= 1;
      };
      const last = args.at(-1);
      if (typeof last === 'function') {
        // A pool queries with a callback.
        const callback = (...results: unknown[]): unknown => {
          ended();
          return Reflect.apply(last, undefined, results);
        };
        return Reflect.apply(query, client, [...args.slice(0, -1), callback]);
      }
      const result: unknown = Reflect.apply(query, client, args);
      if (result instanceof Promise) result.then(ended, ended);
      else ended();
      return result;
    };
    Object.defineProperty(client, 'query', { value: counted });
  });
  return () => trips;
}
