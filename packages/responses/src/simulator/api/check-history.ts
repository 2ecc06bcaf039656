import type { JsonRecord } from '../../json/is-record.ts';
import { readString } from '../../json/read-field.ts';
import { refusals } from './refusals.ts';
import { SEAL_PREFIX } from '../output/seal-content.ts';
import type { Reply } from './reply.ts';

/** Rejects a history in which calls and results do not match, or reasoning that this server did not encrypt. */
export function checkHistory(items: readonly JsonRecord[]): Reply | undefined {
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const item of items) {
    const type = readString(item, 'type');
    const callId = readString(item, 'call_id') ?? '';
    if (type === 'function_call') open.add(callId);
    if (type === 'function_call_output') {
      if (!open.delete(callId) && !answered.has(callId)) return refusals.outputWithoutCall(callId);
      answered.add(callId);
    }
    const isSealed = type === 'reasoning' || type === 'compaction';
    const sealed = isSealed ? readString(item, 'encrypted_content') : undefined;
    if (sealed !== undefined && !sealed.startsWith(SEAL_PREFIX)) {
      return refusals.invalidEncryptedContent();
    }
  }
  const [missing] = open;
  return missing === undefined ? undefined : refusals.callWithoutOutput(missing);
}
