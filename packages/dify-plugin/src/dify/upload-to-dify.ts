import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';
import { toConnectionError } from './to-connection-error.ts';

/** A file for Dify. */
export type FileToUpload = { filename: string; mimeType: string; bytes: Uint8Array };

const ticketSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
const uploadedFileSchema = z.looseObject({ id: z.string().min(1) });

/** What Dify says about a file that it took; `id` names it from now on. */
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

/** Sends a file to the signed address that Dify gave out for it. */
export async function uploadToDify(
  ticket: unknown,
  file: FileToUpload,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<UploadedFile> {
  const address = ticketSchema.safeParse(ticket);
  if (!address.success) throw failure('Dify gave no address for the file.');
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(file.bytes)], { type: file.mimeType }), file.filename);
  const answer = await send(fetch, address.data.url, { method: 'POST', body: form, signal });
  const uploaded = uploadedFileSchema.safeParse(answer);
  if (!uploaded.success) throw failure('Dify took the file but did not name it.');
  return uploaded.data;
}

/** What the address said; undefined when that is no JSON. */
async function send(
  fetch: typeof globalThis.fetch,
  url: string,
  request: RequestInit & { signal: AbortSignal },
): Promise<unknown> {
  try {
    const response = await fetch(url, request);
    if (!response.ok) throw failure(`Dify refused the file with status ${response.status}.`);
    return parseJson(await response.text());
  } catch (thrown) {
    throw toConnectionError(thrown, request.signal, 'The address for the file cannot be reached or hung up.');
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
