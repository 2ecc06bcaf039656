import { loadPart } from './load-part.ts';

/** Loads one chunk of the console once. A failure is stored until a retry is requested. */
export class PartLoader<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #hasFailed = false;
  #part: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** The chunk, after it was loaded. */
  get part(): Part | undefined {
    return this.#part;
  }

  /** Returns the same promise to every caller, so that a second render does not load again. */
  wait(): Promise<Part> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  /**
   * Preloads the chunk. It tries again after an earlier failure; a new failure is reported when the chunk is
   * rendered.
   */
  async preload(): Promise<void> {
    this.forgetFailure();
    await this.wait().catch(() => undefined);
  }

  /** Clears the failure, so that the next caller tries again. */
  forgetFailure(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#loading = undefined;
  }

  async #start(): Promise<Part> {
    try {
      this.#part = await loadPart(this.#load);
      return this.#part;
    } catch (failure) {
      this.#hasFailed = true;
      throw failure;
    }
  }
}
