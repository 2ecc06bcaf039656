import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isRecord, type JsonRecord } from '../json/is-record.ts';
import type { StoredTurn, TranscriptStore } from './transcript-store.ts';

const items = z.array(z.custom<JsonRecord>((value) => isRecord(value)));
const turnSchema = z.object({
  id: z.string(),
  previousId: z
    .string()
    .optional()
    .transform((id) => id),
  owner: z.string(),
  input: items,
  output: items,
  createdAt: z.number(),
});

/** Remembers turns in a folder, one file each, readable by this user only; they survive the process. */
export class FileTranscriptStore implements TranscriptStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(turn: StoredTurn): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const unfinished = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await writeFile(unfinished, JSON.stringify(turn), { mode: 0o600 });
      // A rename is all or nothing, so a crash leaves no half-written turn.
      await rename(unfinished, this.#pathOf(turn.id));
    } catch (error) {
      // On a full disk every attempt would leave a piece behind and keep it full.
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(id: string): Promise<StoredTurn | undefined> {
    const text = await readFile(this.#pathOf(id), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      const { previousId, ...turn } = turnSchema.parse(JSON.parse(text));
      return { ...turn, previousId };
    } catch {
      return undefined;
    }
  }

  async delete(id: string): Promise<boolean> {
    return rm(this.#pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  // The id comes from outside; hashed it cannot leave the folder.
  #pathOf(id: string): string {
    return join(this.#folder, `${createHash('sha256').update(id).digest('hex')}.json`);
  }
}
