/** Whether a dictionary has a phrase under this key, for keys that are made of what the server says. */
export const isKeyOf = <Words extends object>(words: Words, key: PropertyKey): key is keyof Words =>
  Object.hasOwn(words, key);
