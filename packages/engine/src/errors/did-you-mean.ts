/**
 * Returns a hint such as ` Did you mean "store"?` when one of the known names is similar to the given one, else an
 * empty string.
 */
export function didYouMean(given: string, known: readonly string[]): string {
  const name = given.slice(0, MAX_NAME_LENGTH);
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(normalize(name), normalize(candidate)) }))
    .toSorted((left, right) => left.distance - right.distance);
  const [best] = ranked;
  // Up to a third of the characters may differ. Other names are not similar.
  if (!best || best.distance > Math.max(1, Math.floor(name.length / 3))) return '';
  return ` Did you mean "${best.candidate}"?`;
}

const MAX_NAME_LENGTH = 100;

/** `store_dir`, `storeDir` and `StoreDir` count as the same name. */
const normalize = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/** Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbors. */
function distanceOf(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
