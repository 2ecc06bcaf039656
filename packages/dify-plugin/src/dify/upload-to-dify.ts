import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';
import { toConnectionError } from './to-connection-error.ts';

/** A file to upload to Dify. */
export type FileToUpload = { filename: string; mimeType: string; bytes: Uint8Array };

const ticketSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
const uploadedFileSchema = z.looseObject({ id: z.string().min(1) });

/** The description of an uploaded file; `id` identifies it. */
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

/** Uploads a file to the signed URL that Dify issued for it. */
export async function uploadToDify(
  ticket: unknown,
  file: FileToUpload,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<UploadedFile> {
  const address = ticketSchema.safeParse(ticket);
  if (!address.success) throw failure('Dify returned no upload URL for the file.');
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(file.bytes)], { type: file.mimeType }), file.filename);
  const answer = await send(fetch, address.data.url, { method: 'POST', body: form, signal });
  const uploaded = uploadedFileSchema.safeParse(answer);
  if (!uploaded.success) throw failure('Dify accepted the file but returned no id for it.');
  return uploaded.data;
}

/** Returns the response of the upload URL; undefined when it is not JSON. */
async function send(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit & { signal: AbortSignal },
): Promise<unknown> {
  try {
    const response = await fetch(url, request);
    if (!response.ok) throw failure(`Dify rejected the file with status ${response.status}.`);
    return parseJson(await response.text());
  } catch (thrown) {
    throw toConnectionError(
      thrown,
      request.signal,
      'The upload URL for the file is unreachable or closed the connection.',
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failure(message: string): PluginError {
  return new PluginError('InvokeServerUnavailableError', message);
}
