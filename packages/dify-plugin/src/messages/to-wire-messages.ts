import { PluginError } from '../errors/plugin-error.ts';
import type { LogMessage, PluginMessage } from './plugin-message.ts';
import { MAX_TEXT_UNITS, splitText } from './split-text.ts';
import type { WireMessage } from './wire-message.ts';

// The daemon joins chunks of at most 8192 bytes into a file of at most 15 MiB.
const CHUNK_BYTES = 8192;
const MAX_BLOB_BYTES = 15 * 1024 * 1024;
const RESERVED_VARIABLES: ReadonlySet<string> = new Set(['text', 'json', 'files']);

/** Converts a message of an author to messages that Dify accepts. Long texts and files become several messages. */
export function* toWireMessages(message: PluginMessage, createId: () => string): Generator<WireMessage> {
  switch (message.type) {
    case 'text':
      for (const text of splitText(message.text, MAX_TEXT_UNITS)) yield plain('text', { text });
      return;
    case 'json':
      return yield plain('json', { json_object: message.json });
    case 'log':
      return yield plain('log', toLog(message));
    case 'image':
      return yield plain('image', { text: message.url });
    case 'image_link':
    case 'binary_link':
    case 'link':
      return yield { ...plain(message.type, { text: message.url }), meta: toFileMeta(message.toolFileId) };
    case 'blob':
      return yield* toChunks(message, createId());
    case 'variable':
      return yield toVariable(message);
    case 'retriever_resources':
      return yield plain(message.type, {
        retriever_resources: message.resources,
        context: message.context ?? '',
      });
    case 'forward':
      return yield message.message;
  }
}

function plain(type: WireMessage['type'], message: Record<string, unknown>): WireMessage {
  return { type, message, meta: null };
}

function toFileMeta(toolFileId: string | undefined): Record<string, unknown> | null {
  return toolFileId === undefined ? null : { tool_file_id: toolFileId };
}

function toLog(message: LogMessage): Record<string, unknown> {
  return {
    id: message.id,
    label: message.label,
    parent_id: message.parentId ?? null,
    error: message.error ?? null,
    status: message.status,
    data: message.data ?? {},
    metadata: message.metadata ?? {},
  };
}

function toVariable(message: PluginMessage & { type: 'variable' }): WireMessage {
  if (RESERVED_VARIABLES.has(message.name)) {
    throw new PluginError(
      'PluginInternalError',
      `The variable name "${message.name}" is reserved by Dify. Choose another name.`,
    );
  }
  const { name, value, stream = false } = message;
  return plain('variable', { variable_name: name, variable_value: value, stream });
}

function* toChunks(message: PluginMessage & { type: 'blob' }, id: string): Generator<WireMessage> {
  const { bytes, mimeType, filename } = message;
  if (bytes.length > MAX_BLOB_BYTES) {
    throw new PluginError(
      'PluginInternalError',
      `A file has ${bytes.length} bytes; the limit of Dify is 15 MiB.`,
    );
  }
  const meta = { mime_type: mimeType, ...(filename !== undefined && { filename }) };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sequence = 0;
  const chunk = (blob: string, end: boolean): WireMessage => ({
    type: 'blob_chunk',
    message: { id, sequence: sequence++, total_length: bytes.length, blob, end },
    meta,
  });
  for (let start = 0; start < buffer.length; start += CHUNK_BYTES) {
    yield chunk(buffer.toString('base64', start, Math.min(start + CHUNK_BYTES, buffer.length)), false);
  }
  // The daemon ignores the bytes of the last chunk, so the last chunk is empty.
  yield chunk('', true);
}
