import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';

/** Returns the reasoning in a message or delta from any of its three field names. */
export function readReasoning(part: JsonRecord): string | undefined {
  for (const field of ['reasoning', 'reasoning_content']) {
    const value = part[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  const details = part['reasoning_details'];
  const text = Array.isArray(details) ? details.map(readDetail).join('') : '';
  if (text !== '') return text;
  return part['reasoning'] === '' ? '' : undefined;
}

function readDetail(detail: unknown): string {
  if (!isRecord(detail)) return '';
  if (typeof detail['text'] === 'string') return detail['text'];
  return typeof detail['summary'] === 'string' ? detail['summary'] : '';
}
