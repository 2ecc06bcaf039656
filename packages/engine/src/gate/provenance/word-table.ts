/**
 * A set of 32-bit hashes with a small number for each, in bounded memory. When it is full, further hashes are dropped.
 */
export class WordTable {
  #keys = new Uint32Array(1 << 6);
  #labels = new Uint16Array(1 << 6);
  #size = 0;
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get isFull(): boolean {
    return this.#size >= this.#maxSize;
  }

  add(hash: number, label: number): void {
    if (this.#size >= this.#maxSize) return;
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    this.#put(hash === 0 ? 1 : hash, label);
  }

  /** Returns the number that was stored first with this hash, or undefined. */
  get(hash: number): number | undefined {
    const key = hash === 0 ? 1 : hash;
    const mask = this.#keys.length - 1;
    for (let at = key & mask; ; at = (at + 1) & mask) {
      const found = this.#keys[at] ?? 0;
      if (found === key) return this.#labels[at];
      if (found === 0) return undefined;
    }
  }

  #put(key: number, label: number): void {
    const mask = this.#keys.length - 1;
    for (let at = key & mask; ; at = (at + 1) & mask) {
      const found = this.#keys[at] ?? 0;
      if (found === key) return;
      if (found !== 0) continue;
      this.#keys[at] = key;
      this.#labels[at] = label;
      this.#size += 1;
      return;
    }
  }

  #grow(): void {
    const [keys, labels] = [this.#keys, this.#labels];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#labels = new Uint16Array(keys.length * 2);
    this.#size = 0;
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0;
      if (key !== 0) this.#put(key, labels[at] ?? 0);
    }
  }
}
