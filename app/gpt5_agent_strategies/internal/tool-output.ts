import type { PluginMessage } from '@sekisho/dify-plugin';
import {
  findToolFileId,
  forwardFile,
  toFileReference,
  type ForwardedFile,
  type LocalFiles,
} from './forward-file.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import { mimeTypeOf } from './mime-type-of.ts';
import { shorten } from './shorten.ts';
import { MAX_BLOB_FILE_BYTES } from './local-file.ts';

/** A longer result would use most of the model's context. */
const MAX_TEXT = 60_000;
/** Well below the line length at which the daemon kills a plugin. */
const MAX_FORWARDED_BYTES = 2 * 1024 * 1024;

/** Collects the output of a tool: text for the model, files for the user. */
export class ToolOutput {
  readonly #local: LocalFiles;
  readonly #blobs = new BlobAssembler();
  readonly #texts: string[] = [];
  #length = 0;
  readonly #variables = new Map<string, string>();

  constructor(local: LocalFiles) {
    this.#local = local;
  }

  /** The text for the model. */
  get text(): string {
    const variables = [...this.#variables].map(([name, value]) => `${name}: ${value}`);
    const texts = this.#texts.length > 0 ? this.#texts : variables;
    return shorten(texts.join('\n') || 'The tool finished without output.', MAX_TEXT);
  }

  /** Accepts a message of the tool. Returns the messages for the user. Unknown messages are ignored. */
  async take(item: unknown): Promise<PluginMessage[]> {
    if (!isRecord(item)) return [];
    const message = recordOf(item['message']);
    const meta = recordOf(item['meta']);
    const address = typeof message['text'] === 'string' ? message['text'] : '';
    const { type } = item;
    switch (type) {
      case 'text':
        return this.#addText(address);
      case 'json':
        return this.#addText(JSON.stringify(message['json_object'] ?? {}));
      case 'link':
        return this.#addLink(address, meta);
      case 'variable':
        return this.#keepVariable(message);
      case 'image':
      case 'image_link':
      case 'binary_link':
        return this.#show(await forwardFile({ type, address, meta }, this.#local));
      case 'blob':
        return this.#show(toBlob(decodeBlob(message['blob']), meta));
      case 'blob_chunk':
        return this.#addChunk(message, meta);
      case 'file':
        return this.#show(await forwardFile(toFileReference(meta['file']), this.#local));
      case 'retriever_resources':
        return toSources(message, meta);
      default:
        return [];
    }
  }

  #addText(text: string): PluginMessage[] {
    // Text after the limit would be truncated.
    if (text !== '' && this.#length <= MAX_TEXT) this.#texts.push(text);
    this.#length += text.length;
    return [];
  }

  async #addLink(address: string, meta: JsonRecord): Promise<PluginMessage[]> {
    if (findToolFileId(address, meta) === undefined) return this.#addText(`Link: ${address}`);
    return this.#show(await forwardFile({ type: 'binary_link', address, meta }, this.#local));
  }

  #addChunk(chunk: JsonRecord, meta: JsonRecord): PluginMessage[] {
    const file = this.#blobs.push(chunk);
    if (file === 'incomplete') return [];
    return this.#show(toBlob(file === 'refused' ? undefined : file, meta));
  }

  #keepVariable(message: JsonRecord): PluginMessage[] {
    const { variable_name: name, variable_value: value } = message;
    if (typeof name !== 'string') return [];
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const earlier = message['stream'] === true ? (this.#variables.get(name) ?? '') : '';
    if (earlier.length <= MAX_TEXT) this.#variables.set(name, earlier + text);
    return [];
  }

  #show(file: ForwardedFile): PluginMessage[] {
    if (!file.ok) return this.#addText(`The tool created a file that was not forwarded: ${file.why}.`);
    this.#addText('The tool created a file. The user has already received it; do not repeat it.');
    return [file.message];
  }
}

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

function toBlob(bytes: Uint8Array | undefined, meta: JsonRecord): ForwardedFile {
  if (bytes === undefined) return { ok: false, why: 'it is too large or damaged' };
  const { filename, mime_type: type } = meta;
  const named = typeof filename === 'string' && filename !== '' ? { filename } : {};
  const mimeType = typeof type === 'string' && type !== '' ? type : mimeTypeOf(named.filename ?? '');
  return { ok: true, message: { type: 'blob', bytes, mimeType, ...named } };
}

function toSources(message: JsonRecord, meta: JsonRecord): PluginMessage[] {
  if (Buffer.byteLength(JSON.stringify([message, meta])) > MAX_FORWARDED_BYTES) return [];
  return [{ type: 'forward', message: { type: 'retriever_resources', message, meta } }];
}

const MAX_OPEN = 16;

/** Decodes a file from base64; undefined for a file that is too large or not a string. */
function decodeBlob(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || (text.length / 4) * 3 > MAX_BLOB_FILE_BYTES + 2) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > MAX_BLOB_FILE_BYTES ? undefined : bytes;
}

/** Joins files that a tool sends in chunks. A file above the limit is dropped completely. */
class BlobAssembler {
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
