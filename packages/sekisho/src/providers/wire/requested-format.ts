import { isRecord } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';

/** The parts of a request that are needed to read its response. */
export interface RequestedFormat {
  readonly wantsJson: boolean;
  readonly usedCallIds: readonly string[];
}

/** Reads the requested format of a Chat Completions request. */
export function readRequestedFormat(request: JsonRecord): RequestedFormat {
  const messages = Array.isArray(request['messages']) ? request['messages'] : [];
  return { wantsJson: isRecord(request['response_format']), usedCallIds: messages.flatMap(readCallIds) };
}

function readCallIds(message: unknown): string[] {
  const calls = isRecord(message) && Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return calls.flatMap((call: unknown) =>
    isRecord(call) && typeof call['id'] === 'string' ? [call['id']] : [],
  );
}
