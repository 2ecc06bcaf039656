import { z } from 'zod';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { Journal } from '../durable/journal.ts';
import type { Outbox } from '../durable/outbox.ts';
import type { StoreWrite } from '../store/state-store.ts';

/** The prefix of the steps with the history of a run. */
export const HISTORY = 'history:';

/** One entry of the history. `key` is the call that returned the content. */
const historyEntrySchema = z.object({
  userText: z.string().optional(),
  /** When the user's text was added, in milliseconds. Older rows do not contain it. */
  at: z.number().optional(),
  modelText: z.string().optional(),
  content: z
    .object({
      toolId: z.string(),
      args: z.unknown(),
      /** Absent if the row of the call contains it. */
      output: z.unknown().optional(),
      trusted: z.boolean(),
      key: z.string().optional(),
    })
    .optional(),
});
export type HistoryEntry = z.input<typeof historyEntrySchema>;

/** Returns the entries in a step of the history. Version 0.1 stored each of them in a step. */
export function readHistory(step: string): HistoryEntry[] {
  const stored: unknown = JSON.parse(step);
  return z.array(historyEntrySchema).parse(Array.isArray(stored) ? stored : [stored]);
}

/** The stored description of a run. */
export const descriptionSchema = z.object({ requester: z.string().optional(), task: z.string().optional() });
export type Description = z.infer<typeof descriptionSchema>;

// The integration restores the history itself, so these copies serve only people and are small.
const MAX_ENTRY_CHARACTERS = 32_768;
const MAX_RUN_CHARACTERS = 262_144;
const MAX_TASK_CHARACTERS = 16_384;
const MAX_SHORT_TASK_CHARACTERS = 200;

/** Returns the step that describes a new run, if the host named the task or the requester. */
export function descriptionStep(
  { keepsContext }: Pick<EngineContext, 'keepsContext'>,
  { requester, task }: Description,
) {
  const limit = keepsContext ? MAX_TASK_CHARACTERS : MAX_SHORT_TASK_CHARACTERS;
  const value = { requester, task: task === undefined ? undefined : cut(task, limit) };
  return { name: 'context:about', fingerprint: '', value: JSON.stringify(value) };
}

/**
 * Stores the history that the engine restores itself. The entries of one commit share a row, because sealing and storing each of
 * them would cost more than the decision about its call.
 */
export class StoredHistory {
  readonly #journal: Journal;
  readonly #outbox: Outbox;
  /** The entries since the last commit, as JSON. */
  readonly #entries: string[] = [];
  #rows = 0;

  constructor(journal: Journal, outbox: Outbox) {
    this.#journal = journal;
    this.#outbox = outbox;
  }

  /** Continues after the rows that this segment has stored before a crash. */
  resume(): void {
    this.#rows = this.#journal.all(HISTORY).length;
  }

  /** Stores an entry with the next commit. */
  add(entry: HistoryEntry): void {
    this.#entries.push(JSON.stringify(entry));
    if (this.#entries.length > 1) return;
    this.#outbox.addLate(() => {
      this.#rows += 1;
      const name = `${HISTORY}${String(this.#rows).padStart(8, '0')}`;
      const value = `[${this.#entries.splice(0).join(',')}]`;
      return this.#journal.write({ name, fingerprint: '', value });
    });
  }
}

/**
 * Stores what people read about a run: its task, and the parts of the conversation that no other row contains. Responses of
 * the model are in the journal and results in the rows of their calls, so neither is stored again.
 */
export class KeptContext {
  readonly #journal: Journal;
  readonly #run: RunSettings;
  readonly #isEnabled: boolean;
  #task: string | undefined;
  #entries: HistoryEntry[] = [];
  #room = MAX_RUN_CHARACTERS;
  #taken = 0;

  constructor(context: Pick<EngineContext, 'keepsContext'>, run: RunSettings, journal: Journal) {
    this.#isEnabled = context.keepsContext;
    this.#run = run;
    this.#journal = journal;
    this.#task = run.task;
  }

  /** Returns the write of the task, for the first text of the user in a run whose host did not name it. */
  addTask(text: string): StoreWrite[] {
    if (this.#task !== undefined || this.#run.segment > 0) return [];
    this.#task = text;
    const value = JSON.stringify({ task: cut(text, MAX_SHORT_TASK_CHARACTERS) });
    return this.#journal.write({ name: 'context:task', fingerprint: '', value });
  }

  /** Adds an entry that the integration restores itself. A resumed run presents entries that are already stored. */
  add(entry: HistoryEntry): void {
    if (!this.#isEnabled || this.#run.segment > 0 || this.#room <= 0) return;
    if (entry.userText !== undefined && entry.userText === this.#run.task) return;
    const text = JSON.stringify(entry);
    this.#room -= text.length;
    if (text.length <= MAX_ENTRY_CHARACTERS) this.#entries.push(entry);
    else if (entry.userText !== undefined) this.#entries.push({ userText: cut(entry.userText) });
    else if (entry.content)
      this.#entries.push({ content: { ...entry.content, args: {}, output: cut(text) } });
  }

  /** Returns one write with the entries since the last call. */
  take(): StoreWrite[] {
    if (this.#entries.length === 0) return [];
    const value = JSON.stringify(this.#entries);
    this.#entries = [];
    return this.#journal.write({ name: `${HISTORY}input-${(this.#taken += 1)}`, fingerprint: '', value });
  }
}

const cut = (text: string, limit = MAX_ENTRY_CHARACTERS) => text.slice(0, limit);
