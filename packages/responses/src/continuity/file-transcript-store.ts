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

/** Stores turns in a directory, one file for each, readable by this user only. */
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
      // A rename is atomic, so a crash leaves no partially written turn.
      await rename(unfinished, this.#pathOf(turn.id));
    } catch (error) {
      // On a full disk every attempt would otherwise leave a temporary file.
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

  // The id is untrusted. Its hash cannot lead out of the directory.
  #pathOf(id: string): string {
    return join(this.#folder, `${createHash('sha256').update(id).digest('hex')}.json`);
  }
}
