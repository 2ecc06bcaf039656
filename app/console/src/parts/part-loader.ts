import { loadPart } from './load-part.ts';

/** Fetches one piece of the console once. A failure is kept until somebody asks to try again. */
export class PartLoader<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #hasFailed = false;
  #part: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** The piece, once it is here. */
  get part(): Part | undefined {
    return this.#part;
  }

  /** The same promise for every caller, so that drawing twice does not fetch twice. */
  wait(): Promise<Part> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  /** Fetches ahead of need; what failed before gets another chance, and what fails now is met when it is drawn. */
  async preload(): Promise<void> {
    this.forgetFailure();
    await this.wait().catch(() => undefined);
  }

  /** Lets the next one who waits try again. */
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
