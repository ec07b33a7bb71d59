/** Decides whether a drawn glyph is the letter that the file's text states. */
import { likeness, type Shape } from './glyph-shape.ts';
import { templatesOf } from './reference-letters.ts';

/** Candidates for comparison: other letters that a glyph could be in an Italian contract. */
const OTHERS = [
  ...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'.,:;-_/\\%()[]€$£àèéìòù°\'"!?&@+=*§',
];
/** Characters that look alike in many typefaces, and whose confusion does not change an amount or a word. */
const SIMILAR_LETTERS = ['0Oo°º', '1lI|', '-–—‐‑−', "'’‘`´′ʼ", '"”“″', '.·', ',‚'];

const CONFIRMED = 0.6;
/** How much better another letter may match: typefaces differ. */
const TOLERANCE = 0.05;
/** From this margin on, the glyph is the better-matching letter. */
const CONTRADICTION = 0.2;

/** `sure`: the glyph is that letter; `other`: it is a different one; `unsure`: undecidable. */
export type Verdict = 'sure' | 'unsure' | 'other';

const groups = new Map<string, string>();

/** Letters of one group are not distinguished: upper and lower case, accents, similar characters. */
function groupOf(text: string): string {
  const cached = groups.get(text);
  if (cached !== undefined) return cached;
  const alike = SIMILAR_LETTERS.find((signs) => signs.includes(text));
  const base = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const group = alike ?? (base === 'o' ? (SIMILAR_LETTERS[0] as string) : base);
  groups.set(text, group);
  return group;
}

const bestLikeness = (shape: Shape, text: string, minimum = -1): number => {
  let highest = minimum;
  for (const template of templatesOf(text)) highest = Math.max(highest, likeness(shape, template, highest));
  return highest;
};

/** Adjacent underscores merge, so that their ends are invisible: they are flat and below the letters. */
const FLAT = Math.log(3);
const ON_THE_LINE = 0.05;
const isUnderscore = ({ proportion, top }: Shape): boolean => proportion >= FLAT && top <= ON_THE_LINE;

export function judge(shape: Shape, text: string): Verdict {
  if (text === '_' && isUnderscore(shape)) return 'sure';
  const ownLikeness = bestLikeness(shape, text);
  const group = groupOf(text);
  let rival = ownLikeness + TOLERANCE;
  for (const other of OTHERS) if (groupOf(other) !== group) rival = Math.max(rival, bestLikeness(shape, other, rival));
  if (rival <= ownLikeness + TOLERANCE) return ownLikeness >= CONFIRMED ? 'sure' : 'unsure';
  return rival > ownLikeness + CONTRADICTION && rival >= CONFIRMED ? 'other' : 'unsure';
}
