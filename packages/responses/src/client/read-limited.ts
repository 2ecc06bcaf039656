import { ResponsesError } from '../errors/responses-error.ts';

/** Reads a body up to a size. Throws for a larger one before it fills the memory. */
export async function readLimited(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) {
      throw new ResponsesError('invalid_argument', `The file is larger than ${maxBytes} bytes.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
