/** Returns whether a dictionary contains a key, for keys that are built from values of the server. */
export const isKeyOf = <Words extends object>(words: Words, key: PropertyKey): key is keyof Words =>
  Object.hasOwn(words, key);
