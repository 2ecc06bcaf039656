import { isRecord, textOf } from './json-record.ts';
import type { JsonRecord } from './json-record.ts';

/** Merges the parts of streamed `reasoning_details`. Parts of one block are joined, and blocks retain their order. */
export function mergeReasoningDetails(before: unknown, pieces: readonly unknown[]): unknown[] {
  const blocks: unknown[] = Array.isArray(before) ? [...before] : [];
  for (const piece of pieces) {
    const last = blocks.at(-1);
    if (isRecord(piece) && isRecord(last) && isSameBlock(last, piece))
      blocks[blocks.length - 1] = join(last, piece);
    else blocks.push(piece);
  }
  return blocks;
}

function isSameBlock(block: JsonRecord, piece: JsonRecord): boolean {
  // An encrypted block is never split, so two of them are two blocks.
  if (piece['type'] === 'reasoning.encrypted') return false;
  return block['type'] === piece['type'] && block['index'] === piece['index'];
}

function join(block: JsonRecord, piece: JsonRecord): JsonRecord {
  const joined: JsonRecord = { ...block };
  for (const [field, value] of Object.entries(piece)) {
    const isText = (field === 'text' || field === 'summary') && typeof value === 'string';
    if (isText) joined[field] = `${textOf(block[field])}${value}`;
    else if (value !== undefined && value !== null) joined[field] = value;
  }
  return joined;
}
