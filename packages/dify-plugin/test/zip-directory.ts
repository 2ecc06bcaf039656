import { crc32, inflateRawSync } from 'node:zlib';

/** One file in the central directory of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly mode: string;
  readonly date: readonly number[];
}

/** Reads a zip without the library that wrote it, and checks the content of every file. */
export function readZipDirectory(zip: Uint8Array): ZipEntry[] {
  const bytes = Buffer.from(zip);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('The central directory is broken.');
    const [time, day] = [bytes.readUInt16LE(at + 12), bytes.readUInt16LE(at + 14)];
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (crc32(contentOf(bytes, at)) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
    entries.push({
      name,
      mode: `0o${(bytes.readUInt32LE(at + 38) >>> 16).toString(8)}`,
      date: [1980 + (day >> 9), (day >> 5) & 15, day & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2],
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function contentOf(bytes: Buffer, at: number): Buffer {
  const local = bytes.readUInt32LE(at + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
  return bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
}
