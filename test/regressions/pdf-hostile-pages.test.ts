/** The pages of test/attacks/hostile-pages at the intake gate; drawing them is tested there. */
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { constructs } from '../attacks/hostile-pages/constructs.ts';

/** Content that pdf.js and PDFium draw alike and Poppler or MuPDF differently: only the gate can refuse it. */
const REFUSED = {
  'paths: a point with square caps': 'a point with square caps',
  'paths: a point with square caps by a state': 'a point with square caps',
  'paths: a point of a form with the caps of the page': 'a point with square caps',
  'paths: dashes of no length with square caps': 'dashes of no length with square caps',
  'colour spaces: a separation that shows without ink': 'a colorant that shows without ink',
  'colour spaces: a separation that shows without ink by samples': 'a colorant that shows without ink',
  'colour spaces: a separation that shows without ink by a calculator': 'a colorant that shows without ink',
  'colour spaces: two colorants that show without ink': 'a colorant that shows without ink',
  'colour spaces: a separation of black with a steep tint': 'a colorant of which half the ink is not half the colour',
  'outlines: a typeface with a letter by its code': 'a letter by its code, of a typeface that is not in the file',
  'outlines: a composite typeface that is not in the file': 'a composite typeface that is not in the file',
} as const;

const ACCEPTED = [
  'paths: a point with round caps',
  'paths: a moved-to point with round caps',
  'paths: a moved-to point with butt caps',
  'paths: dashes of no length with round caps',
  'paths: a corner of two curves beyond the miter limit',
  'colour spaces: a separation',
  'colour spaces: two colorants with their paper',
  'functions: samples',
  'functions: a calculator',
  'outlines: a typeface of dingbats',
];

describe('hostile pages at the gate', () => {
  const all = new Map(constructs().map(({ name, bytes }) => [name, bytes]));
  const judged = async (name: string): Promise<string> => {
    const result = await inspectPdf(all.get(name) ?? new Uint8Array());
    return result.ok ? 'accepted' : result.detail;
  };

  it.each(Object.entries(REFUSED))('refuse %s', async (name, reason) => {
    expect(await judged(name)).toBe(reason);
  });

  it.each(ACCEPTED)('accept %s', async (name) => {
    expect(await judged(name)).toBe('accepted');
  });

  it('are refused by every second one, and none crashes the reader', async () => {
    const outcomes = await Promise.all([...all.keys()].map(judged));
    expect(outcomes.length).toBeGreaterThan(480);
    expect(outcomes.filter((outcome) => outcome !== 'accepted').length).toBeGreaterThan(230);
  });
});
