import type { PluginMessage } from '@sekisho/dify-plugin';
import { isRecord, type JsonRecord } from './json-record.ts';
import { readLocalFile, type FileAccess } from './local-file.ts';
import { mimeTypeOf } from './mime-type-of.ts';

const MAX_ADDRESS = 8192;
// Only Dify's own path with a valid id: an invalid id would make the node fail.
const TOOL_FILE_PATH = /^\/files\/tools\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i;

/** The allowed folder of files that a tool names by path. */
export type LocalFiles = { readonly root: string; readonly access: FileAccess };

/** A message that shows a file to the user, or the reason why there is none. */
export type ForwardedFile =
  | { readonly ok: true; readonly message: PluginMessage }
  | { readonly ok: false; readonly why: string };

/** A reference of a tool to a file. */
export type FileReference = {
  readonly type: 'image' | 'image_link' | 'binary_link';
  readonly address: string;
  readonly meta: JsonRecord;
};

/**
 * Converts a tool's reference to a file into one that the agent node accepts. A link needs the id of a file in Dify,
 * or the whole node fails; without it Dify downloads a URL, and a local path is read here.
 */
export async function forwardFile(reference: FileReference, local: LocalFiles): Promise<ForwardedFile> {
  const { type, address, meta } = reference;
  if (address.length > MAX_ADDRESS) return { ok: false, why: 'its address is too long' };
  const toolFileId = findToolFileId(address, meta);
  if (toolFileId !== undefined) {
    const linkType = type === 'binary_link' ? 'binary_link' : 'image_link';
    return { ok: true, message: { type: linkType, url: address, toolFileId } };
  }
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) {
    return { ok: true, message: { type: type === 'binary_link' ? 'link' : 'image', url: address } };
  }
  const file = await readLocalFile(address, local.root, local.access);
  if (!file.ok) return file;
  const { bytes, filename } = file;
  return { ok: true, message: { type: 'blob', bytes, filename, mimeType: mimeTypeOf(filename) } };
}

/**
 * Converts Dify's description of a file to a reference. The description itself cannot be forwarded: the agent node accepts
 * it only from inside Dify and fails on one that was serialized.
 */
export function toFileReference(file: unknown): FileReference {
  const fields = isRecord(file) ? file : {};
  const id = fields['tool_file_id'] ?? (fields['transfer_method'] === 'tool_file' && fields['related_id']);
  const address = [fields['url'], fields['remote_url']].find((url) => typeof url === 'string' && url !== '');
  return {
    type: fields['type'] === 'image' ? 'image_link' : 'binary_link',
    address: typeof address === 'string' ? address : `/files/tools/${typeof id === 'string' ? id : ''}`,
    meta: { tool_file_id: id },
  };
}

/** Returns the id of a file in Dify from the data of a tool. */
export function findToolFileId(address: string, meta: JsonRecord): string | undefined {
  const { tool_file_id: id } = meta;
  if (typeof id === 'string' && id !== '') return id;
  return TOOL_FILE_PATH.exec(address)?.[1];
}
