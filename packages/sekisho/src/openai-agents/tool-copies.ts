import { rememberOriginal } from './original-tools.ts';

/** Caches one copy of each tool, which is valid until the host changes the tool. */
export class ToolCopies {
  /** Maps a tool to an object with its copy. A WeakMap cannot express that the copy has the type of its key. */
  readonly #holders = new WeakMap<object, object>();
  readonly #values = new WeakMap<object, Values>();

  copyOf<T extends object>(tool: T, shape: (copy: T) => void): T {
    const holder = this.#holders.get(tool);
    const values = valuesOf(tool);
    if (holder && isSame(this.#values.get(tool) ?? [], values)) return Reflect.get(holder, 'copy');
    const copy: T = Object.create(Object.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
    shape(copy);
    rememberOriginal(copy, tool);
    this.#holders.set(tool, { copy });
    this.#values.set(tool, values);
    return copy;
  }
}

type Values = readonly (readonly [PropertyKey, unknown])[];

const valuesOf = (tool: object): Values =>
  Reflect.ownKeys(tool).map((key) => [key, Reflect.get(tool, key)] as const);

const isSame = (before: Values, now: Values) =>
  before.length === now.length &&
  before.every(([key, value], index) => key === now[index]?.[0] && Object.is(value, now[index]?.[1]));
