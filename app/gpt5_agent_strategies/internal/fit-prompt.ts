import type { JsonRecord } from './json-record.ts';

const SHORTENED = '[This result was omitted to reduce the prompt.]';

/** Reduces a prompt to the given bytes by omitting tool results, oldest first, as far as possible. */
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
