/** Returns whether a trace belongs to the third that is not used for development. It depends on the id only. */
export function isHeldOut(id: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of id) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return (((hash >>> 8) ^ hash) >>> 0) % 3 === 0;
}
