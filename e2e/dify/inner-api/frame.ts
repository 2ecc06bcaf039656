const HEADER_BYTES = 14;
const MAGIC = 0x0f;
const HEADER_LENGTH = 0x0a;

/** Encodes one payload as a frame of Dify's inner API. */
export function toFrame(payload: unknown): Uint8Array {
  const body = Buffer.from(JSON.stringify(payload));
  const frame = Buffer.alloc(HEADER_BYTES + body.length);
  frame.writeUInt8(MAGIC, 0);
  frame.writeUInt16LE(HEADER_LENGTH, 2);
  frame.writeUInt32LE(body.length, 4);
  body.copy(frame, HEADER_BYTES);
  return frame;
}

/** Streams the payloads of a framed stream. Throws when the bytes are not a frame. */
export async function* readFrames(body: AsyncIterable<Uint8Array>): AsyncGenerator {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of body) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= HEADER_BYTES) {
      if (rest[0] !== MAGIC || rest.readUInt16LE(2) !== HEADER_LENGTH) {
        throw new Error(
          `The inner API sent bytes that are not a frame: ${rest.toString('hex', 0, HEADER_BYTES)}.`,
        );
      }
      const end = HEADER_BYTES + rest.readUInt32LE(4);
      if (rest.length < end) break;
      yield JSON.parse(rest.toString('utf8', HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error(`The inner API ended its stream inside a frame.`);
}
