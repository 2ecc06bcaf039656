import type { IdMaker } from '../create-id-maker.ts';

const IDLE_MS = 20 * 60 * 1000;

type Container = {
  lastActiveAt: number;
  createdAt: number;
  files: Map<string, { name: string; content: string }>;
};

/** The containers of the simulated code interpreter. A container is deleted after twenty idle minutes. */
export class ContainerStore {
  readonly #containers = new Map<string, Container>();
  readonly #makeId: IdMaker;
  readonly #now: () => number;

  constructor(options: { makeId: IdMaker; now: () => number }) {
    this.#makeId = options.makeId;
    this.#now = options.now;
  }

  create(): string {
    for (const id of this.#containers.keys()) {
      if (!this.#isExpired(id)) break;
      this.#containers.delete(id);
    }
    const id = this.#makeId('cntr_');
    this.#containers.set(id, { createdAt: this.#now(), lastActiveAt: this.#now(), files: new Map() });
    return id;
  }

  addFile(containerId: string, file: { name: string; content: string }): string {
    const id = this.#makeId('cfile_');
    this.get(containerId)?.files.set(id, file);
    return id;
  }

  get(containerId: string): Container | undefined {
    const container = this.#containers.get(containerId);
    if (!container || this.#isExpired(containerId)) return undefined;
    container.lastActiveAt = this.#now();
    return container;
  }

  #isExpired(containerId: string): boolean {
    const container = this.#containers.get(containerId);
    return container !== undefined && this.#now() - container.lastActiveAt >= IDLE_MS;
  }
}
