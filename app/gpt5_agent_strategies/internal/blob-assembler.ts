import { MAX_BLOB_FILE_BYTES } from './local-file.ts';
import type { JsonRecord } from './json-record.ts';

const MAX_OPEN = 16;

/** Decodes a file from base64; undefined for a file that is too large or not a string. */
export function decodeBlob(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || (text.length / 4) * 3 > MAX_BLOB_FILE_BYTES + 2) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > MAX_BLOB_FILE_BYTES ? undefined : bytes;
}

/** Joins files that a tool sends in chunks. A file above the limit is dropped completely. */
export class BlobAssembler {
  readonly #open = new Map<string, { parts: Uint8Array[]; size: number }>();
  /** Files whose beginning was rejected, so that their end is not treated as a complete file. */
  readonly #refused = new Set<string>();

  /** Accepts a chunk. Returns the file with its last chunk, or once that the file is rejected. */
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
