import { type ResponsesClient, ResponsesError } from '@sekisho/responses';
import type { ConversationIndex } from './conversation-index.ts';
import { parseFileUri } from './file-uri.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Returns the bytes of a file that code created; undefined when it was deleted, is too large or has another owner. */
export async function readOwnedFile(
  uri: string,
  owner: string,
  parts: { client: ResponsesClient; index: ConversationIndex; isShared: boolean },
): Promise<{ bytes: Uint8Array; filename: string } | undefined> {
  const wanted = parseFileUri(uri);
  if (!wanted) return undefined;
  const known = parts.index
    .files(owner)
    .find(({ containerId, fileId }) => containerId === wanted.containerId && fileId === wanted.fileId);
  // On a shared server the name of a file is no permission; only files that were created for this owner are readable.
  if (!known && parts.isShared) return undefined;
  const file = known ?? { ...wanted, filename: wanted.fileId };
  try {
    return { bytes: await parts.client.readFile(file, MAX_FILE_BYTES), filename: file.filename };
  } catch (error) {
    if (error instanceof ResponsesError) return undefined;
    throw error;
  }
}
