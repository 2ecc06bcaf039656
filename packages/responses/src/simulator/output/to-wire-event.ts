import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonRecord } from '../../json/is-record.ts';
import type { WireEvent } from './write-chunks.ts';

const PADDING = 'obfuscated';

/** Converts a stream event to its wire format, with padding on deltas unless it is disabled. */
export function toWireEvent(event: ResponseStreamEvent, isObfuscated: boolean): WireEvent {
  const padding = isObfuscated && event.type.endsWith('.delta') ? { obfuscation: PADDING } : {};
  const data: JsonRecord =
    'response' in event ? { ...event, response: toWireResponse(event.response) } : { ...event, ...padding };
  return { name: event.type, data };
}

/** Converts a response to its wire format. `output_text` exists only in the client library. */
export function toWireResponse(response: Response): JsonRecord {
  const { output_text: _convenience, ...wire } = response;
  return wire;
}
