import type { OutgoingEvent } from './outgoing-event.ts';

/** The daemon kills a plugin whose line exceeds 5 MiB; this limit is below it. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** A line that exceeds the limit. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
  readonly bytes: number;

  constructor(bytes: number) {
    super(`A message of ${bytes} bytes exceeds the limit of ${MAX_LINE_BYTES}. Send it in smaller pieces.`);
    this.bytes = bytes;
  }
}

/** Encodes one event as one line of JSON. */
export function encodeLine(event: OutgoingEvent): string {
  const line = JSON.stringify(event);
  // A UTF-16 unit has at most three bytes, so short lines need no count.
  if (line.length * 3 >= MAX_LINE_BYTES) {
    const bytes = Buffer.byteLength(line);
    if (bytes >= MAX_LINE_BYTES) throw new LineTooLongError(bytes);
  }
  return `${line}\n`;
}
