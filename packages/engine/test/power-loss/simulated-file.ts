/** The unit that a disk writes completely or not at all. SQLite relies on that, too. */
const SECTOR = 512;

interface Version<Value> {
  /** The number of the operation that made this version. */
  readonly at: number;
  readonly value: Value;
  /** True when a sync of this version failed. Later syncs do not write it: the kernel regards it as written. */
  isLost: boolean;
}

/** Chooses one of the versions that a power loss may leave, oldest first. The first one is on disk. */
export type Choose = <Value>(versions: readonly Version<Value>[]) => Value;

/** A value with all versions that a power loss may leave. */
export class Versioned<Value> {
  #versions: Version<Value>[];

  constructor(value: Value) {
    this.#versions = [{ at: -1, value, isLost: false }];
  }

  /** What processes see. */
  get latest(): Value {
    return this.#last.value;
  }

  write(value: Value, at: number): void {
    this.#versions.push({ at, value, isLost: false });
  }

  get isSynced(): boolean {
    return this.#versions.length === 1;
  }

  /** The newest version before `until` is on disk. Older ones no longer are possible. */
  sync(until: number): void {
    const index = this.#versions.findLastIndex(({ at, isLost }) => at < until && !isLost);
    this.#versions = this.#versions.slice(index);
  }

  failSync(until: number): void {
    for (const version of this.#versions.slice(1)) if (version.at < until) version.isLost = true;
  }

  afterPowerLoss(choose: Choose): Value {
    return choose(this.#versions);
  }

  get #last(): Version<Value> {
    const last = this.#versions.at(-1);
    if (!last) throw new Error('A value has at least one version.');
    return last;
  }
}

/** A file whose sectors and size reach the disk independently of each other, until it is synced. */
export class SimulatedFile {
  readonly #sectors = new Map<number, Versioned<Buffer>>();
  readonly #unsynced = new Set<number>();
  readonly #size = new Versioned(0);

  write(offset: number, data: Buffer, at: number): void {
    for (let done = 0; done < data.length;) {
      const index = Math.floor((offset + done) / SECTOR);
      const start = (offset + done) % SECTOR;
      const part = data.subarray(done, done + SECTOR - start);
      const content = Buffer.from(this.#sector(index).latest);
      part.copy(content, start);
      this.#sector(index).write(content, at);
      this.#unsynced.add(index);
      done += part.length;
    }
    if (offset + data.length > this.#size.latest) this.#size.write(offset + data.length, at);
  }

  truncate(size: number, at: number): void {
    this.#size.write(size, at);
  }

  sync(until: number): void {
    this.#size.sync(until);
    for (const index of this.#unsynced) {
      this.#sector(index).sync(until);
      if (this.#sector(index).isSynced) this.#unsynced.delete(index);
    }
  }

  failSync(until: number): void {
    this.#size.failSync(until);
    for (const index of this.#unsynced) this.#sector(index).failSync(until);
  }

  /** The content after a power loss. */
  afterPowerLoss(choose: Choose): Buffer {
    const content = Buffer.alloc(this.#size.afterPowerLoss(choose));
    for (const [index, sector] of this.#sectors) {
      if (index * SECTOR < content.length) sector.afterPowerLoss(choose).copy(content, index * SECTOR);
    }
    return content;
  }

  #sector(index: number): Versioned<Buffer> {
    const known = this.#sectors.get(index);
    if (known) return known;
    const sector = new Versioned<Buffer>(Buffer.alloc(SECTOR));
    this.#sectors.set(index, sector);
    return sector;
  }
}
