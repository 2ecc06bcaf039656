/** Gives numbers from 0 up to but not including 1; the same seed gives the same row of numbers. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32: small, fast, and even enough for ids and chances.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
