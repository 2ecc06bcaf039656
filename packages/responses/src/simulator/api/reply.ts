import type { JsonRecord } from '../../json/is-record.ts';

/** A reply of the simulator, before it is converted to a fetch response or an HTTP message. */
export type Reply =
  | { type: 'json'; status: number; headers: Record<string, string>; body: JsonRecord }
  | { type: 'text'; status: number; headers: Record<string, string>; body: string }
  | { type: 'events'; headers: Record<string, string>; chunks: AsyncIterable<string> }
  | { type: 'reset' };

/** Creates a reply with a JSON body and status 200. */
export function jsonReply(body: JsonRecord): Reply {
  return { type: 'json', status: 200, headers: {}, body };
}

/** Thrown inside a stream to make the connection break there. */
export class ConnectionLost extends Error {
  constructor() {
    super('The simulated connection was lost.');
    this.name = 'ConnectionLost';
  }
}
