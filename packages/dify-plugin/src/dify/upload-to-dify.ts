import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';

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
  const response = await fetch(address.data.url, { method: 'POST', body: form, signal });
  if (!response.ok) throw failure(`Dify refused the file with status ${response.status}.`);
  const uploaded = uploadedFileSchema.safeParse(await response.json());
  if (!uploaded.success) throw failure('Dify took the file but did not name it.');
  return uploaded.data;
}

function failure(message: string): PluginError {
  return new PluginError('InvokeServerUnavailableError', message);
}
