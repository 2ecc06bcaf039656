import { MAX_BLOB_FILE_BYTES } from './local-file.ts';
import type { JsonRecord } from './json-record.ts';

const MAX_OPEN = 16;

/** Decodes a file from base64; undefined for one that is too large or no text. */
export function decodeBlob(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || (text.length / 4) * 3 > MAX_BLOB_FILE_BYTES + 2) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > MAX_BLOB_FILE_BYTES ? undefined : bytes;
}

/** Joins files that a tool sends in pieces; a file that grows over the limit is dropped as a whole. */
export class BlobAssembler {
  readonly #open = new Map<string, { parts: Uint8Array[]; size: number }>();
  /** Files whose beginning was turned away, so that their end is not taken for a whole file. */
  readonly #refused = new Set<string>();

  /** Takes a piece; gives back the file with its last piece, or once that it cannot be taken. */
  push(chunk: JsonRecord): Uint8Array | 'incomplete' | 'refused' {
    const id = typeof chunk['id'] === 'string' ? chunk['id'] : '';
    const isLast = chunk['end'] === true;
    if (this.#refused.has(id)) {
      if (isLast) this.#refused.delete(id);
      return 'incomplete';
    }
    const file = this.#open.get(id) ?? { parts: [], size: 0 };
    const bytes = decodeBlob(chunk['blob'] ?? '');
    file.size += bytes?.length ?? Number.POSITIVE_INFINITY;
    if (file.size <= MAX_BLOB_FILE_BYTES && bytes !== undefined) file.parts.push(bytes);
    else file.parts.length = 0;
    if (isLast) {
      this.#open.delete(id);
      return file.size > MAX_BLOB_FILE_BYTES ? 'refused' : Buffer.concat(file.parts);
    }
    if (!this.#open.has(id) && this.#open.size >= MAX_OPEN) {
      this.#refused.add(id);
      return 'refused';
    }
    this.#open.set(id, file);
    return 'incomplete';
  }
}
