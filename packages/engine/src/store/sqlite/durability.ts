import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareReads } from './read-statements.ts';
import { numberOf } from './row-values.ts';

/** A file that is synced off the main thread, in production a WalFile. */
interface SyncedFile {
  sync(): Promise<void>;
  close(): void;
}

/** The prepared statements of a connection that only read. */
export type Reads = ReturnType<typeof prepareReads>;

/**
 * Distinguishes rows that are on disk from rows that are only committed. SQLite shows a commit to all connections at
 * once, also of other processes, but it is on disk only after the next sync of the log. A caller may act on what it
 * reads, so it receives only rows that are on disk.
 */
export class Durability {
  readonly #wal: SyncedFile;
  readonly #dataVersion: StatementSync;
  readonly #reads: Reads;
  readonly #openReader: () => DatabaseSync;
  #snapshot: Snapshot | undefined;
  /** The number of commits for which the snapshot is still prepared. */
  #prepared = 0;
  /** The state of other connections that the last sync covered. SQLite changes the number with their commits. */
  #durableVersion = -1;
  /** The state of other connections in the latest transaction that is not on disk. */
  #unsyncedVersion: number | undefined;

  constructor(database: DatabaseSync, wal: SyncedFile, openReader: () => DatabaseSync) {
    this.#wal = wal;
    this.#dataVersion = database.prepare('pragma data_version');
    this.#reads = prepareReads(database);
    this.#openReader = openReader;
  }

  /** The statements of the connection that writes. They also read rows that are not on disk yet. */
  get latest(): Reads {
    return this.#reads;
  }

  /** Whether this process committed since the last sync. */
  get hasUnsyncedCommit(): boolean {
    return this.#unsyncedVersion !== undefined;
  }

  /** Returns whether every committed row is on disk. */
  isDurable(): boolean {
    return !this.hasUnsyncedCommit && this.#version() === this.#durableVersion;
  }

  /**
   * Returns statements that read only rows that are on disk, including every acknowledged commit of any process.
   * Returns undefined when that needs a sync.
   */
  durableReads(): Reads | undefined {
    if (this.#version() !== this.#durableVersion) return undefined;
    if (!this.hasUnsyncedCommit) return this.#reads;
    // Most processes seldom read while they sync, so the second connection is opened and used when one does.
    this.#prepared = PREPARED_COMMITS;
    this.#snapshot ??= new Snapshot(this.#openReader());
    return this.#snapshot.isOpen ? this.#snapshot.reads : undefined;
  }

  /** Prepares reads during the sync of the next commit. */
  beforeCommit(): void {
    if (!this.#snapshot || this.#prepared === 0) return;
    this.#prepared -= 1;
    if (!this.isDurable()) return;
    this.#snapshot.open();
    // Another process may have committed in between. The snapshot may then contain rows that are not on disk.
    if (!this.isDurable()) this.#snapshot.end();
  }

  /** `dataVersion` is the state of other connections that the transaction saw. */
  afterCommit(dataVersion: number): void {
    this.#unsyncedVersion = dataVersion;
  }

  /** Resolves when everything that is committed at the call is on disk. */
  async sync(): Promise<void> {
    const version = this.#unsyncedVersion ?? this.#version();
    if (!this.hasUnsyncedCommit && version === this.#durableVersion) return;
    await this.#wal.sync();
    this.#durableVersion = version;
    this.#unsyncedVersion = undefined;
    this.#snapshot?.end();
  }

  close(): void {
    this.#snapshot?.close();
    this.#wal.close();
  }

  #version(): number {
    return numberOf(this.#dataVersion.get() ?? {}, 'data_version');
  }
}

/** A read without a prepared snapshot waits for the sync, so one during many commits is cheaper than a snapshot for each. */
const PREPARED_COMMITS = 16;

/** A connection that keeps reading the rows of one moment while the other connection commits. */
class Snapshot {
  readonly reads: Reads;
  readonly #database: DatabaseSync;
  readonly #statements: {
    readonly begin: StatementSync;
    readonly fix: StatementSync;
    readonly end: StatementSync;
  };
  isOpen = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.reads = prepareReads(database);
    this.#statements = {
      begin: database.prepare('begin'),
      // A transaction begins to see a fixed state at its first read.
      fix: database.prepare('select 1 from owners limit 1'),
      end: database.prepare('commit'),
    };
  }

  open(): void {
    this.end();
    this.#statements.begin.run();
    this.isOpen = true;
    this.#statements.fix.get();
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#statements.end.run();
  }

  close(): void {
    this.end();
    this.#database.close();
  }
}
