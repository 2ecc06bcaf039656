import { isRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';
import { modelAliases, type ModelAlias } from './model-aliases.ts';
import { modelEntries } from './model-entries.ts';
import type { ModelEntry } from './model-entry.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Finds models by id or snapshot. It is immutable: refreshing returns a new registry. */
export class ModelRegistry {
  readonly entries: readonly ModelEntry[];
  readonly #aliases: ReadonlyMap<string, ModelAlias>;
  readonly #byName: ReadonlyMap<string, ModelEntry>;

  constructor(entries: readonly ModelEntry[] = modelEntries, aliases: readonly ModelAlias[] = modelAliases) {
    this.entries = entries;
    this.#aliases = new Map(aliases.map((alias) => [alias.name, alias]));
    this.#byName = new Map(
      entries.flatMap((entry) => [entry.id, ...entry.snapshots].map((name) => [name, entry] as const)),
    );
  }

  /** Returns the entry for an id or a dated snapshot of it. */
  find(name: string): ModelEntry | undefined {
    return this.#byName.get(name);
  }

  /** Returns the alias with this name, if there is one. */
  alias(name: string): ModelAlias | undefined {
    return this.#aliases.get(name);
  }

  /**
   * Returns the entry with the most similar capabilities: the model itself, or the longest known id with the same
   * prefix.
   */
  nearest(name: string): ModelEntry | undefined {
    const exact = this.find(name);
    if (exact) return exact;
    const similar = this.entries.filter(({ id }) => name.startsWith(`${id}-`) || name.startsWith(`${id}.`));
    return similar.toSorted((a, b) => b.id.length - a.id.length)[0];
  }

  /** Returns a registry with the shutdown dates of the API. Rows that are not models are ignored. */
  refreshedFrom(listed: readonly unknown[]): ModelRegistry {
    const dates = new Map<string, string | undefined>();
    for (const row of listed) {
      if (!isRecord(row)) continue;
      const id = readString(row, 'id');
      const date = readString(row, 'shutdown_date');
      if (id !== undefined && 'shutdown_date' in row) {
        dates.set(id, date !== undefined && DATE.test(date) ? date : undefined);
      }
    }
    const entries = this.entries.map((entry) => {
      if (!dates.has(entry.id)) return entry;
      const { shutdownDate: _known, ...rest } = entry;
      const date = dates.get(entry.id);
      return date === undefined ? rest : { ...rest, shutdownDate: date };
    });
    return new ModelRegistry(entries, [...this.#aliases.values()]);
  }
}
