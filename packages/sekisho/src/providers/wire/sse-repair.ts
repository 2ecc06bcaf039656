import type { ChunkNormalizer } from './chunk-normalizer.ts';
import { parseJson } from './json-record.ts';
import type { Bytes, StreamRepair } from './watch-stream.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The result of a line: it is passed unchanged, ignored, or replaced. */
type RepairedLine = 'same' | 'nothing' | { readonly text: string };

/** Repairs server-sent events line by line. It buffers only an incomplete line. */
export class SseRepair implements StreamRepair {
  readonly #chunks: ChunkNormalizer;
  readonly #unfinishedLine: Bytes[] = [];
  #unfinishedData = '';
  #isEventOpen = false;
  isDone = false;

  constructor(chunks: ChunkNormalizer) {
    this.#chunks = chunks;
  }

  accept(bytes: Bytes): Bytes {
    const isContinued = this.#unfinishedLine.length > 0;
    // A line feed byte is never part of another character, so lines can be found before decoding.
    if (!bytes.includes(LINE_FEED)) {
      this.#unfinishedLine.push(bytes);
      return new Uint8Array();
    }
    const buffer = isContinued ? Buffer.concat([...this.#unfinishedLine, bytes]) : viewOf(bytes);
    this.#unfinishedLine.length = 0;
    const output = this.#acceptLines(buffer);
    return output === 'same' && !isContinued ? bytes : output === 'same' ? buffer : output;
  }

  /** Returns the remaining output after the server closed the stream. */
  end(): Bytes {
    const line = Buffer.concat(this.#unfinishedLine);
    const last = this.#acceptLine(line, 0, line.length);
    this.#unfinishedData = '';
    const text = last === 'same' ? `${line.toString()}\n\n` : last === 'nothing' ? '' : last.text;
    return Buffer.from(this.isDone ? text : text + this.#conclude(false));
  }

  #acceptLines(buffer: Buffer<ArrayBuffer>): 'same' | Bytes {
    const output: Bytes[] = [];
    let sameFrom = 0;
    let start = 0;
    let isUseful = false;
    for (
      let end = buffer.indexOf(LINE_FEED);
      end !== -1 && !this.isDone;
      end = buffer.indexOf(LINE_FEED, start)
    ) {
      const repaired = this.#acceptLine(buffer, start, buffer[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
      if (repaired !== 'nothing') isUseful = true;
      if (repaired !== 'nothing' && repaired !== 'same') {
        output.push(buffer.subarray(sameFrom, start), Buffer.from(repaired.text));
        sameFrom = end + 1;
      }
      start = end + 1;
      if (this.#isEventOpen && buffer[start] === LINE_FEED) {
        this.#isEventOpen = false;
        start += 1;
      }
    }
    if (!this.isDone && start < buffer.length) this.#unfinishedLine.push(buffer.subarray(start));
    // Complete events that need no repair are passed unchanged. A comment alone is ignored.
    if (isUseful && output.length === 0 && start === buffer.length) return 'same';
    return isUseful ? Buffer.concat([...output, buffer.subarray(sameFrom, start)]) : new Uint8Array();
  }

  #acceptLine(buffer: Buffer, start: number, end: number): RepairedLine {
    if (end <= start) {
      if (this.#unfinishedData !== '') throw this.#chunks.unreadable();
      const wasOpen = this.#isEventOpen;
      this.#isEventOpen = false;
      return wasOpen ? 'same' : 'nothing';
    }
    const isFirst = this.#unfinishedData === '' && !this.#isEventOpen;
    if (isFirst && this.#chunks.acceptRepeated(buffer, start, end)) {
      this.#isEventOpen = true;
      return 'same';
    }
    const line = buffer.toString('utf8', start, end);
    if (!line.startsWith('data:')) return 'nothing';
    const data = this.#unfinishedData + line.slice(line.startsWith(' ', 5) ? 6 : 5);
    if (data === '[DONE]') return { text: this.#conclude(true) };
    if (data.trim() === '') return 'nothing';
    const chunk = parseJson(data);
    if (chunk === undefined) {
      // One event may consist of several data lines.
      this.#unfinishedData = `${data}\n`;
      return { text: '' };
    }
    this.#unfinishedData = '';
    // Some servers send no empty line between events, so a second data line may be a separate event.
    if (this.#chunks.accept(chunk) || !isFirst) return { text: `\ndata: ${JSON.stringify(chunk)}\n\n` };
    this.#chunks.remember(line, chunk);
    this.#isEventOpen = true;
    return 'same';
  }

  #conclude(hasDoneMark: boolean): string {
    this.isDone = true;
    return `\ndata: ${JSON.stringify(this.#chunks.conclude(hasDoneMark))}\n\ndata: [DONE]\n\n`;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Bytes): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength);
}
