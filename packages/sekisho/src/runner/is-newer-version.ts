/** Returns whether a newer version than ours wrote a state, so that we could misread it. */
export function isNewerVersion(written: string, ours: string): boolean {
  const theirs = numbersOf(written);
  const own = numbersOf(ours);
  const length = Math.max(theirs.length, own.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (theirs[index] ?? 0) - (own[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

// A version that does not consist of numbers is not ours, so it counts as newer than any version.
const numbersOf = (version: string) =>
  version.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : Number.POSITIVE_INFINITY));
