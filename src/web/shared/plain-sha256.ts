/** SHA-256 in JavaScript (FIPS 180-4), for pages without a secure connection. */

/** The first 32 bits of the fractional part of a root, from which the standard derives its constants. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;

const PRIMES: readonly number[] = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL_STATE = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

export function plainSha256(bytes: Uint8Array): ArrayBuffer {
  // A one bit, zeros, and the length in bits as a 64-bit number.
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(INITIAL_STATE);
  const words = new Uint32Array(64);
  const at = (list: Uint32Array, index: number): number => list[index] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 64; n += 1) {
      if (n < 16) {
        words[n] = view.getUint32(block + 4 * n);
        continue;
      }
      const [early, late] = [at(words, n - 15), at(words, n - 2)];
      const sigma0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const sigma1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[n] = at(words, n - 16) + sigma0 + at(words, n - 7) + sigma1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      ...[number, number, number, number],
      ...[number, number, number, number],
    ];
    for (let n = 0; n < 64; n += 1) {
      const choice = (e & f) ^ (~e & g);
      const temp1 = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + at(ROUNDS, n) + at(words, n)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const temp2 = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + temp1) | 0, c, b, a, (temp1 + temp2) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(4 * index, word);
  return digest.buffer;
}
