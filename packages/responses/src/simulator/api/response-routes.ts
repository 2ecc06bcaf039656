import type { JsonRecord } from '../../json/is-record.ts';
import { readString } from '../../json/read-field.ts';
import { countTokens } from '../output/count-tokens.ts';
import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';
import { sendResponse } from '../output/send-response.ts';
import type { SimulatorState } from '../simulator-state.ts';
import { toWireResponse } from '../output/to-wire-event.ts';
import { viewResponse } from '../output/view-response.ts';

/** Handles `GET /responses/{id}`, as JSON or as a stream that resumes after a known event. */
export function retrieveResponse(state: SimulatorState, id: string, query: URLSearchParams): Reply {
  const stored = state.responses.get(id);
  if (!stored) return refusals.responseNotFound(id);
  if (query.get('stream') !== 'true') return jsonReply(toWireResponse(viewResponse(stored, state.now())));
  const after = query.get('starting_after');
  return sendResponse(state, stored.response, {
    isStream: true,
    isObfuscated: query.get('include_obfuscation') !== 'false',
    fault: undefined,
    ...(after === null ? {} : { startingAfter: Number(after) }),
  });
}

/** Handles `POST /responses/{id}/cancel`. Only a background response can be canceled. */
export function cancelResponse(state: SimulatorState, id: string): Reply {
  const stored = state.responses.get(id);
  if (!stored) return refusals.responseNotFound(id);
  if (!stored.background) return refusals.cannotCancel();
  stored.cancelledAt ??= state.now();
  return jsonReply(toWireResponse(viewResponse(stored, state.now())));
}

/** Handles `DELETE /responses/{id}`. */
export function deleteResponse(state: SimulatorState, id: string): Reply {
  if (!state.responses.delete(id)) return refusals.responseNotFound(id);
  return jsonReply({ id, object: 'response', deleted: true });
}

/** Handles `GET /responses/{id}/input_items`. */
export function listInputItems(state: SimulatorState, id: string): Reply {
  const stored = state.responses.get(id);
  if (!stored) return refusals.responseNotFound(id);
  return listReply(stored.input.map((item, index) => ({ id: `${id}_in_${index}`, ...item })));
}

/** Handles `POST /responses/input_tokens`. */
export function countInputTokens(body: JsonRecord): Reply {
  const counted = { input: body['input'], instructions: body['instructions'], tools: body['tools'] };
  return jsonReply({ object: 'response.input_tokens', input_tokens: countTokens(JSON.stringify(counted)) });
}

/** Creates a page of items in the format of OpenAI's lists. */
export function listReply(items: readonly JsonRecord[]): Reply {
  return jsonReply({
    object: 'list',
    data: items,
    first_id: readId(items[0]),
    last_id: readId(items.at(-1)),
    has_more: false,
  });
}

function readId(item: JsonRecord | undefined): string | null {
  return item ? (readString(item, 'id') ?? null) : null;
}
