import type { Readable } from 'node:stream';

/** Returns a body as text; undefined as soon as it exceeds the limit. */
export async function readBody(body: Readable, maxBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) resolve(undefined);
      else parts.push(part);
    });
    body.once('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    body.once('error', reject);
  });
}
