import type { CompactedResponse } from 'openai/resources/responses/responses';
import type { JsonRecord } from '../../json/is-record.ts';
import { readRecords, readString } from '../../json/read-field.ts';
import { makeUsage } from '../output/make-usage.ts';
import { sealItems } from '../output/seal-content.ts';
import type { SimulatorState } from '../simulator-state.ts';
import { readHistory } from '../store/response-store.ts';
import { refusals } from './refusals.ts';
import { jsonReply, type Reply } from './reply.ts';

/** Handles `POST /responses/compact`: the whole conversation becomes one sealed item. */
export function compactResponse(state: SimulatorState, body: JsonRecord): Reply {
  const model = readString(body, 'model');
  if (model === undefined) return refusals.missingParameter('model');
  const id = readString(body, 'previous_response_id');
  const previous = id === undefined ? undefined : state.responses.get(id);
  if (id !== undefined && !previous) return refusals.previousNotFound(id);
  const text = readString(body, 'input');
  const input = text === undefined ? readRecords(body, 'input') : [{ role: 'user', content: text }];
  const items = [...readHistory(previous), ...input];
  const output: CompactedResponse['output'] = [
    { id: state.makeId('cmp_'), type: 'compaction', encrypted_content: sealItems(items) },
  ];
  const compacted: CompactedResponse = {
    id: state.makeId('resp_'),
    object: 'response.compaction',
    created_at: Math.floor(state.now() / 1000),
    output,
    usage: makeUsage({ historyText: JSON.stringify(items), inputText: '', output, effort: 'none' }),
  };
  return jsonReply({ ...compacted });
}
