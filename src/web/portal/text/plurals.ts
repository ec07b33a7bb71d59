/**
 * Adds the Italian plural of round millions (`_many`), which the catalogue leaves out: with figures the noun follows
 * directly («1.000.000 documenti»), as in the other plural.
 */
export function withMillions(words: object): object {
  const texts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(words)) {
    texts[key] = typeof value === 'string' ? value : withMillions(value);
    if (key.endsWith('_other')) texts[key.replace(/other$/, 'many')] = value;
  }
  return texts;
}
