import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore } from '../store/state-store.ts';
import type { Mark, MarkFile } from '../audit/mark-file.ts';

type Log = Pick<StateStore, 'lastLog' | 'logStart' | 'queryLogs'>;

/** The difference between the log and the last state that this machine saw, in both languages. `from` is that state. */
export interface Rollback {
  readonly from: Mark | undefined;
  readonly to: Mark;
  readonly why: string;
  readonly why_ja: string;
}

const EVERY_MS = 1_000;

/**
 * Compares the log of a store with the mark that this machine stores outside of it, and advances the mark: at most once a
 * second, when the store closes, and before the process exits. It adds nothing to a commit.
 */
export class HighWaterMark {
  readonly #fileOf: (identity: string | undefined) => MarkFile | undefined;
  #file: MarkFile | undefined;
  #log: Log | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pendingFlush: Promise<void> = Promise.resolve();
  #rollbackError: SekishoError | undefined;
  #accepted: string | undefined;
  #hasWarned = false;

  /** `fileOf` returns the file of the mark of a store, if there is one. */
  constructor(fileOf: (identity: string | undefined) => MarkFile | undefined) {
    this.#fileOf = fileOf;
  }

  /** The path of the mark. It is undefined before the store is open, or when no folder is configured. */
  get path(): string | undefined {
    return this.#file?.path;
  }

  /** Sets the opened store. */
  attach(store: Log & { readonly identity?: string | undefined }): void {
    this.#log = store;
    this.#file = this.#fileOf(store.identity);
  }

  /** Throws when the log is behind the mark and the restore was not accepted. */
  async require(): Promise<void> {
    const found = await this.findRollback();
    if (found && keyOf(found) !== this.#accepted) throw rollbackError(found);
  }

  /** Throws when the log fell behind the mark while this process was running. */
  requireNoRollback(): void {
    if (this.#rollbackError) throw this.#rollbackError;
  }

  /** Returns the difference between the log and the mark, if there is one. Without a mark there is nothing to compare. */
  async findRollback(): Promise<Rollback | undefined> {
    const [log, file] = [this.#log, this.#file];
    if (!log || !file) return undefined;
    // The mark is read first: other processes may write to both in between, and then the log is ahead, never behind.
    const stored = await file.read().catch((cause: unknown) => this.#failed(file, cause));
    if (stored === undefined || stored.kind === 'none') return undefined;
    if (stored.kind === 'invalid') return this.#describe(log, undefined);
    const { mark } = stored;
    const start = (await log.logStart?.()) ?? { seq: 0, hash: '' };
    // The record was archived and removed since then; the log is ahead of it.
    if (mark.seq < start.seq) return undefined;
    if (mark.seq === start.seq) return mark.hash === start.hash ? undefined : this.#describe(log, mark);
    const [record] = await log.queryLogs({ afterSeq: mark.seq - 1, limit: 1 });
    if (record?.seq === mark.seq && record.hash === mark.hash) return undefined;
    return this.#describe(log, mark);
  }

  /** Called when the log grew. The mark is advanced within a second. */
  changed(): void {
    if (this.#timer !== undefined || !this.#file) return;
    this.#timer = setTimeout(() => void this.flush(), EVERY_MS).unref();
    if (unsaved.size === 0) process.on('beforeExit', saveAll);
    unsaved.add(this);
  }

  /** Advances the mark to the end of the log now, if the log grew. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      unsaved.delete(this);
      if (unsaved.size === 0) process.off('beforeExit', saveAll);
      this.#pendingFlush = this.#pendingFlush.then(() => this.#advance());
    }
    await this.#pendingFlush;
  }

  /** Permits this process to write although the log is behind the mark. */
  accept(found: Rollback): void {
    this.#accepted = keyOf(found);
    this.#rollbackError = undefined;
  }

  /** Replaces the mark with the end of the log, which may be before the mark. */
  async replace(): Promise<void> {
    const head = await this.#log?.lastLog();
    if (head) await this.#file?.write({ seq: head.seq, hash: head.hash }, { force: true });
    this.#accepted = undefined;
  }

  async #advance(): Promise<void> {
    const [log, file] = [this.#log, this.#file];
    if (!log || !file) return;
    try {
      const found = await this.findRollback();
      if (found) {
        if (keyOf(found) === this.#accepted) return;
        this.#rollbackError ??= rollbackError(found);
        this.#warn(this.#rollbackError.message);
        return;
      }
      const head = await log.lastLog();
      if (head) await file.write({ seq: head.seq, hash: head.hash });
    } catch (cause) {
      this.#failed(file, cause);
    }
  }

  #failed({ path }: MarkFile, cause: unknown): undefined {
    const code: unknown = Reflect.get(Object(cause), 'code');
    // The folder was removed, or the store is closed or unavailable: the next commit tries again.
    if (code === 'ENOENT' || cause instanceof SekishoError) return undefined;
    this.#warn(
      `The high-water mark of the audit log at "${path}" cannot be used: ${String(cause)}. ` +
        'A restored copy of the store is not detected until the mark is usable again.',
    );
    return undefined;
  }

  async #describe(log: Log, from: Mark | undefined): Promise<Rollback> {
    const head = await log.lastLog();
    const to = { seq: head?.seq ?? 0, hash: head?.hash ?? '' };
    if (from === undefined)
      return {
        from,
        to,
        why: `The high-water mark "${this.#file?.path ?? ''}" was not signed by this installation for this store.`,
        why_ja: `最高水位マーク "${this.#file?.path ?? ''}" はこのストア用に署名されたものではありません。`,
      };
    const isShorter = to.seq < from.seq;
    return {
      from,
      to,
      why: isShorter
        ? `The audit log ends at record ${to.seq}, but this machine has seen record ${from.seq}: the store was restored, truncated or emptied.`
        : `Record ${from.seq} of the audit log is not the one that this machine has seen: the store was restored from another copy.`,
      why_ja: isShorter
        ? `監査ログは記録 ${to.seq} で終わっていますが、このマシンは記録 ${from.seq} まで確認済みです。ストアが復元または切り詰められています。`
        : `監査ログの記録 ${from.seq} は、このマシンが確認したものと異なります。ストアが別の複製から復元されています。`,
    };
  }

  #warn(message: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    process.emitWarning(message, { code: 'AGENTS-E-LOG-ROLLBACK' });
  }
}

/** Marks that are behind their logs. They are saved at `beforeExit` if the process does not close its runner. */
const unsaved = new Set<HighWaterMark>();

function saveAll(): void {
  for (const mark of unsaved) void mark.flush();
}

const keyOf = ({ from, to }: Rollback) => `${from?.seq ?? 0} ${from?.hash ?? ''} ${to.seq} ${to.hash}`;

const rollbackError = ({ why }: Rollback) =>
  new SekishoError(
    'AGENTS-E-LOG-ROLLBACK',
    `${why} No call is executed and nothing is written. Find the cause. If the restore was intended, accept it with ` +
      'runner.acceptRestore({ by, reason }) or `sekisho accept-restore`.',
  );
