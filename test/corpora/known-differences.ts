/** Differences caused by known faults of Poppler or MuPDF, in files whose words and figures all programs show alike. */

import type { Comparison } from './foreign-comparison.ts';
import type { Drawer, Finding } from './program-differences.ts';

interface KnownDifference {
  readonly kind: string;
  readonly reason: string;
  readonly program: Drawer;
  /** By file: the heaviest allowed difference, as measured and rounded up. */
  readonly most: Readonly<Record<string, number>>;
}

const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    kind: 'hairlines',
    reason: 'lines thinner than a pixel are drawn as wide as a pixel, or left out at the edge of a clip or a page',
    program: 'Poppler',
    most: { 'pdfbox/AnnotationTypes.pdf': 220, 'pdfjs/vertical.pdf': 590 },
  },
  {
    kind: 'pixels of a scan',
    reason: 'a picture of two colours is made smaller by leaving pixels out',
    program: 'Poppler',
    most: { 'pdfjs/bug1799927.pdf': 30 },
  },
  {
    kind: 'fitted letters',
    reason: 'the sides of letters are moved to whole pixels, so that a gap opens between black squares',
    program: 'Poppler',
    most: { 'pdfjs/issue18548_reduced.pdf': 110 },
  },
  {
    kind: 'fitted lines',
    reason: 'lines are moved to whole pixels, so that an underline covers the lowest edge of a letter',
    program: 'Poppler',
    most: { 'pdfjs/quadpoints.pdf': 12 },
  },
  {
    kind: 'a letter that is none',
    reason: 'of a code without a letter nothing is drawn, where others draw an empty box',
    program: 'Poppler',
    most: { 'pdfjs/issue17333.pdf': 185 },
  },
  {
    kind: 'a highlight',
    reason: 'its end is drawn three pixels further as an annotation than as a part of the page',
    program: 'Poppler',
    most: { 'pdfjs/issue13242.pdf': 13 },
  },
  {
    kind: 'signs that are read as letters',
    reason: 'the words are compared where a typeface is not in the file; ticks of ZapfDingbats are read as letters',
    program: 'MuPDF',
    most: { 'pdfjs/issue17492.pdf': 50 },
  },
  {
    kind: 'a place to sign',
    reason: 'an empty signature field is marked with the word SIGN, which is no part of the file',
    program: 'MuPDF',
    most: { 'pdfbox/acroform.pdf': 300 },
  },
  {
    kind: 'an enlarged photo',
    reason: 'the pixels of a photo are smoothed where others show them as squares',
    program: 'Poppler',
    most: { 'pdfjs/issue3458.pdf': 5 },
  },
  {
    kind: 'four inks',
    reason: 'Debian builds MuPDF without profiles: colours of four inks have other shades',
    program: 'MuPDF',
    most: { 'pdfjs/postscript_type4_many_outputs.pdf': 8700, 'pdfjs/stamps.pdf': 165 },
  },
];

const textOf = ({ drawer, page, weight }: Finding): string => `${drawer} page ${page} ${weight.toFixed(2)}`;

/**
 * @returns `different` when a program shows a page differently from before, `unlike` when it shows a page
 * differently from PDFium, both with the findings in `detail`; `accepted but for …` when all findings are known;
 * else `accepted`.
 */
export function unexplainedFindings(
  path: string,
  { different, unlike, madePlain }: Comparison,
): { outcome: string; detail: string } {
  const kinds = new Set<string>();
  const isKnown = ({ drawer, weight }: Finding): boolean => {
    const known = KNOWN_DIFFERENCES.find(({ program, most }) => program === drawer && weight <= (most[path] ?? 0));
    if (known) kinds.add(`${known.kind} in ${known.program}`);
    return known !== undefined;
  };
  const detail = [...different, ...unlike].map(textOf).join(', ');
  const [changes, others] = [different, unlike].map((findings) => findings.filter((finding) => !isKnown(finding)));
  if (changes?.length) return { outcome: 'different', detail };
  if (others?.length) return { outcome: 'unlike', detail };
  if (kinds.size > 0) return { outcome: `accepted but for ${[...kinds].join(', ')}`, detail };
  return { outcome: madePlain.length > 0 ? `accepted: made plain for ${madePlain.join(', ')}` : 'accepted', detail };
}
