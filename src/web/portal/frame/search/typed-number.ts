/** Reads a document number as people write it: "41", "#41", "n. 41", "0041", "documento 41". Pure. */
const WRITTEN = /^(?:n|nr|num|numero|no|doc|document|documento)?[.°º]?\s*#?\s*0*([1-9]\d{0,14})$/iu;

/** @returns null for anything else, such as a telephone number with its country or a plate. */
export function typedNumber(text: string): number | null {
  const [, digits] = WRITTEN.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
