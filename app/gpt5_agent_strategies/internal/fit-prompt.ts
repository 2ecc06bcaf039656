import type { JsonRecord } from './json-record.ts';

const SHORTENED = '[This result was left out to save room.]';

/** A prompt of at most so many bytes, if leaving out results of tools, the oldest first, can make it so. */
export function fitPrompt(messages: readonly JsonRecord[], maxBytes: number): JsonRecord[] {
  const fitted = [...messages];
  let bytes = Buffer.byteLength(JSON.stringify(messages));
  for (const [index, message] of fitted.entries()) {
    if (bytes <= maxBytes) break;
    if (message['role'] !== 'tool') continue;
    fitted[index] = { ...message, content: SHORTENED };
    bytes -= sizeOf(message['content']) - sizeOf(SHORTENED);
  }
  return fitted;
}

function sizeOf(content: unknown): number {
  return Buffer.byteLength(JSON.stringify(content) ?? '');
}
