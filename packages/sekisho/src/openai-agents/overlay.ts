/**
 * Returns the same object with some methods replaced. All other members, including private fields, belong to the
 * original, and `instanceof` still works.
 */
export function overlay<T extends object>(
  target: T,
  methods: Readonly<Partial<Record<keyof T, unknown>>>,
): T {
  return new Proxy(target, {
    get(original, key) {
      if (Object.hasOwn(methods, key)) return Reflect.get(methods, key);
      const value: unknown = Reflect.get(original, key, original);
      return typeof value === 'function' ? value.bind(original) : value;
    },
    set: (original, key, value) => Reflect.set(original, key, value, original),
  });
}
