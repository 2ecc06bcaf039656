import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { propertyOf } from '../wire/json-value.ts';
import type { Keyring } from '../config/keyring.ts';

/** The last record of the log that this machine has seen, by number and hash. */
export interface Mark {
  readonly seq: number;
  readonly hash: string;
}

/** The contents of a mark file. `invalid` means that this installation did not sign it. */
export type StoredMark =
  | { readonly kind: 'none' }
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'invalid' };

/** An older draft belongs to a process that died while writing. */
const STALE_MS = 10_000;
const RETRY_MS = 20;
const RETRIES = 50;

/**
 * The signed high-water mark of one store on this machine, shared by several processes. The draft file of the next mark
 * is also the lock, and renaming it replaces the old mark atomically.
 */
export class MarkFile {
  readonly path: string;
  readonly #storeId: string;
  readonly #keyring: Keyring;
  readonly #makesFolder: boolean;

  /** `storeId` is signed too, so that the mark of one store is not valid for another. */
  constructor(parts: { path: string; storeId: string; keyring: Keyring; makesFolder: boolean }) {
    this.path = parts.path;
    this.#storeId = parts.storeId;
    this.#keyring = parts.keyring;
    this.#makesFolder = parts.makesFolder;
  }

  async read(): Promise<StoredMark> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (cause) {
      if (isCode(cause, 'ENOENT')) return { kind: 'none' };
      throw cause;
    }
    const mark = this.#parse(text);
    return mark ? { kind: 'mark', mark } : { kind: 'invalid' };
  }

  /** Replaces the mark if the new one is later; with `force`, unconditionally. */
  async write(mark: Mark, { force = false } = {}): Promise<void> {
    if (this.#makesFolder) await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const draft = `${this.path}.new`;
    const file = await this.#openDraft(draft);
    try {
      const known = force ? undefined : await this.read();
      const isFurther = known?.kind !== 'mark' || known.mark.seq < mark.seq;
      if (isFurther) {
        await file.writeFile(`${JSON.stringify(this.#signed(mark))}\n`);
        // Without the sync, a power failure could leave an empty file under the final name.
        await file.datasync();
        await rename(draft, this.path);
      } else {
        await unlink(draft);
      }
    } catch (cause) {
      await unlink(draft).catch(() => undefined);
      throw cause;
    } finally {
      await file.close();
    }
  }

  async #openDraft(draft: string) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      } catch (cause) {
        if (!isCode(cause, 'EEXIST') || attempt >= RETRIES) throw cause;
        if (await isStale(draft)) await unlink(draft).catch(() => undefined);
        else await sleep(RETRY_MS);
      }
    }
  }

  #signed({ seq, hash }: Mark) {
    const signature = this.#keyring.sign(this.#text({ seq, hash }));
    return { v: 1, store: this.#storeId, seq, hash, signature };
  }

  #parse(text: string): Mark | undefined {
    try {
      const { seq, hash, signature } = JSON.parse(text);
      if (!Number.isSafeInteger(seq) || typeof hash !== 'string' || typeof signature !== 'string')
        return undefined;
      return this.#keyring.isSigned(this.#text({ seq, hash }), signature) ? { seq, hash } : undefined;
    } catch {
      return undefined;
    }
  }

  #text({ seq, hash }: Mark): string {
    return `sekisho-mark-v1\n${this.#storeId}\n${seq}\n${hash}`;
  }
}

async function isStale(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Math.abs(Date.now() - mtimeMs) > STALE_MS;
}

const isCode = (cause: unknown, code: string) => propertyOf(cause, 'code') === code;
