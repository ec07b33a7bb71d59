/** Whether a drawn glyph is the letter that the file's text gives for it. */
import { likeness, type Shape } from './shape.ts';
import { templatesOf } from './templates.ts';

/** What a letter is compared with: what else a glyph could be in an Italian contract. */
const OTHERS = [
  ...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'.,:;-_/\\%()[]€$£àèéìòù°\'"!?&@+=*§',
];
/** Signs that look the same in many typefaces, and are no other amount or word when they are exchanged. */
const ALIKE = ['0Oo°º', '1lI|', '-–—‐‑−', "'’‘`´′ʼ", '"”“″', '.·', ',‚'];

const CONFIRMED = 0.6;
/** How much better another letter may fit: typefaces differ. */
const TOLERANCE = 0.05;
/** From here on another letter fits so much better that the glyph is that one. */
const CONTRADICTION = 0.2;

/** `sure`: the glyph is that letter; `other`: it is another one; `unsure`: neither can be told. */
export type Verdict = 'sure' | 'unsure' | 'other';

const groups = new Map<string, string>();

/** Letters of one group are not told apart: capitals and small letters, accents, signs of the same look. */
function groupOf(text: string): string {
  const known = groups.get(text);
  if (known !== undefined) return known;
  const alike = ALIKE.find((signs) => signs.includes(text));
  const base = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const group = alike ?? (base === 'o' ? (ALIKE[0] as string) : base);
  groups.set(text, group);
  return group;
}

const best = (shape: Shape, text: string, least = -1): number => {
  let most = least;
  for (const template of templatesOf(text)) most = Math.max(most, likeness(shape, template, most));
  return most;
};

/** Underscores of a line to write on run into one another, so that their ends are not seen: they are flat, below the letters. */
const FLAT = Math.log(3);
const ON_THE_LINE = 0.05;
const isUnderscore = ({ proportion, top }: Shape): boolean => proportion >= FLAT && top <= ON_THE_LINE;

export function judge(shape: Shape, text: string): Verdict {
  if (text === '_' && isUnderscore(shape)) return 'sure';
  const own = best(shape, text);
  const group = groupOf(text);
  let rival = own + TOLERANCE;
  for (const other of OTHERS) if (groupOf(other) !== group) rival = Math.max(rival, best(shape, other, rival));
  if (rival <= own + TOLERANCE) return own >= CONFIRMED ? 'sure' : 'unsure';
  return rival > own + CONTRADICTION && rival >= CONFIRMED ? 'other' : 'unsure';
}
