/** Randomness in tests: drawn from a seed that is the same in every run, unless `FASCICOLO_TEST_SEED` sets another. */

/** @returns the seed; tests that use it print it. */
export const testSeed = (): number => Number(process.env.FASCICOLO_TEST_SEED ?? 20_261_120);

/** @returns numbers from 0 up to but not including 1, the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
