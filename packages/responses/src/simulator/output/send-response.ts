import type { Response } from 'openai/resources/responses/responses';
import type { Fault } from '../fault.ts';
import { makeEvents } from './make-events.ts';
import { jsonReply, type Reply } from '../api/reply.ts';
import type { SimulatorState } from '../simulator-state.ts';
import { toWireEvent, toWireResponse } from './to-wire-event.ts';
import { viewResponse } from './view-response.ts';
import { writeChunks } from './write-chunks.ts';

/** Sends a response as JSON or as a stream of events, starting at a given event. */
export function sendResponse(
  state: SimulatorState,
  response: Response,
  options: { isStream: boolean; isObfuscated: boolean; fault: Fault | undefined; startingAfter?: number },
): Reply {
  const { isStream, isObfuscated, fault, startingAfter = -1 } = options;
  if (isStream) {
    const events = makeEvents(response)
      .filter((event) => event.sequence_number > startingAfter)
      .map((event) => toWireEvent(event, isObfuscated));
    const { sleep, latency } = state;
    const chunks = writeChunks(events, { sleep, ...latency, fault });
    return { type: 'events', headers: {}, chunks };
  }
  if (fault?.type === 'malformed') {
    const headers = { 'content-type': 'application/json' };
    return { type: 'text', status: 200, headers, body: '{"id":"resp_' };
  }
  if (fault?.type === 'cut-stream' || fault?.type === 'stall') return { type: 'reset' };
  const stored = state.responses.get(response.id);
  return jsonReply(toWireResponse(stored ? viewResponse(stored, state.now()) : response));
}
