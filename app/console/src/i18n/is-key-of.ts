/** Returns whether a dictionary contains a key, for keys that are built from values of the server. */
export const isKeyOf = <Texts extends object>(words: Texts, key: PropertyKey): key is keyof Texts =>
  Object.hasOwn(words, key);
