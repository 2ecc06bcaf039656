import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonRecord } from '../../json/is-record.ts';
import type { WireEvent } from './write-chunks.ts';

const PADDING = 'obfuscated';

/** A stream event as it goes over the wire: with padding on deltas, unless that was switched off. */
export function toWireEvent(event: ResponseStreamEvent, isObfuscated: boolean): WireEvent {
  const padding = isObfuscated && event.type.endsWith('.delta') ? { obfuscation: PADDING } : {};
  const data: JsonRecord =
    'response' in event ? { ...event, response: toWireResponse(event.response) } : { ...event, ...padding };
  return { name: event.type, data };
}

/** A response as it goes over the wire: `output_text` is an invention of the client library. */
export function toWireResponse(response: Response): JsonRecord {
  const { output_text: _convenience, ...wire } = response;
  return wire;
}
