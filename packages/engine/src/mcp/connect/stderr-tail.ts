import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { MASKED, maskText } from '../../audit/mask-text.ts';
import { replaceInvisibleInLine } from '../../checks/invisible-characters.ts';

const MAX_KEPT_CHARS = 8_192;
const MAX_SHOWN_CHARS = 400;
const MAX_WAIT_MS = 250;
const MIN_SECRET_LENGTH = 4;

/** Retains the end of the standard error output of a program, for the message of a failed connection. */
export class StderrTail {
  readonly #stream: Readable;
  readonly #secrets: readonly string[];
  #text = '';

  /** `secrets` are values that must be masked, such as the environment variables of the program. */
  constructor(stream: Readable, secrets: readonly string[]) {
    this.#stream = stream;
    this.#secrets = secrets
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
      .toSorted((left, right) => right.length - left.length);
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      this.#text = (this.#text + chunk).slice(-MAX_KEPT_CHARS);
    });
  }

  /**
   * Returns the last lines, masked and joined to one line without control characters. It waits briefly, because output of a program that has
   * just exited may still arrive.
   */
  async read(): Promise<string> {
    if (!this.#stream.readableEnded) {
      const ended = once(this.#stream, 'end').catch(() => undefined);
      // The stream of a program that could not be started never ends, and nothing else may keep this process alive.
      await Promise.race([ended, sleep(MAX_WAIT_MS)]);
    }
    // Colors are removed before masking, because they could split a secret.
    let shown = stripVTControlCharacters(this.#text);
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, MASKED);
    const line = replaceInvisibleInLine(maskText(shown).replaceAll(/\s+/g, ' ').trim(), () => '?');
    return line.length > MAX_SHOWN_CHARS ? `…${line.slice(-MAX_SHOWN_CHARS).toWellFormed()}` : line;
  }
}
