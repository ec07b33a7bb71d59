/**
 * Orders the letters of right-to-left scripts on a line (Unicode Standard Annex #9). The line itself runs from left to
 * right; explicit direction characters are refused or removed where texts are typed.
 */
import { clustersOf } from '#domain/letters/printable.ts';

type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'ON';

export interface DirectedLetter {
  readonly text: string;
  readonly rightToLeft: boolean;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const MIRRORED = '()[]{}<>«»‹›≤≥⟨⟩'
  .match(/../gu)
  ?.flatMap((pair) => [[pair.charAt(0), pair.charAt(1)] as const, [pair.charAt(1), pair.charAt(0)] as const]);
const mirrored = new Map(MIRRORED);

function classOf(letter: string): BidiClass {
  if (/^[0-9\u06f0-\u06f9²³¹⁰⁴-⁹₀-₉]/.test(letter)) return 'EN';
  if (/^[\u0660-\u0669\u066b\u066c\u06dd\u0600-\u0605]/.test(letter)) return 'AN';
  if (/^[+\-−]/.test(letter)) return 'ES';
  if (/^[#$%¢-¥€°‰′″\u066a]/.test(letter)) return 'ET';
  if (/^[,./:\u00a0\u060c]/.test(letter)) return 'CS';
  if (/^\p{Script=Hebrew}/u.test(letter)) return /^\p{L}/u.test(letter) ? 'R' : 'ON';
  if (RIGHT_TO_LEFT.test(letter)) return /^[\p{L}\p{N}\p{P}]/u.test(letter) ? 'AL' : 'ON';
  return /^[\p{L}\p{N}]/u.test(letter) ? 'L' : 'ON';
}

/** Rules W2, W4 to W7: resolve numbers and their separators by their context. */
function resolveNumbers(classes: BidiClass[]): void {
  let strong: BidiClass = 'L';
  for (const [index, bidiClass] of classes.entries()) {
    if (bidiClass === 'L' || bidiClass === 'R' || bidiClass === 'AL') strong = bidiClass;
    else if (bidiClass === 'EN' && strong === 'AL') classes[index] = 'AN';
  }
  for (const [index, bidiClass] of classes.entries()) {
    const before = classes[index - 1];
    const after = classes[index + 1];
    if (before !== after) continue;
    if (before === 'EN' && (bidiClass === 'ES' || bidiClass === 'CS')) classes[index] = 'EN';
    if (before === 'AN' && bidiClass === 'CS') classes[index] = 'AN';
  }
  for (const direction of [1, -1]) {
    for (let step = 0; step < classes.length; step += 1) {
      const index = direction === 1 ? step : classes.length - 1 - step;
      if (classes[index] === 'ET' && classes[index - direction] === 'EN') classes[index] = 'EN';
    }
  }
  strong = 'L';
  for (const [index, bidiClass] of classes.entries()) {
    if (bidiClass === 'ES' || bidiClass === 'ET' || bidiClass === 'CS') classes[index] = 'ON';
    if (bidiClass === 'AL') classes[index] = 'R';
    const settled = classes[index];
    if (settled === 'L' || settled === 'R') strong = settled;
    else if (settled === 'EN' && strong === 'L') classes[index] = 'L';
  }
}

/** Rule N0: both brackets of a pair take the direction of the right-to-left text that they enclose and follow. */
function resolveBrackets(letters: readonly string[], classes: BidiClass[]): void {
  const openBrackets: { at: number; close: string }[] = [];
  const side = (bidiClass: BidiClass): 'L' | 'R' | null => (bidiClass === 'ON' ? null : bidiClass === 'L' ? 'L' : 'R');
  for (const [at, letter] of letters.entries()) {
    if ('([{'.includes(letter)) openBrackets.push({ at, close: mirrored.get(letter) ?? '' });
    const first = openBrackets.findLastIndex(({ close }) => close === letter);
    const pair = openBrackets[first];
    if (pair === undefined) continue;
    openBrackets.length = first;
    const inside = classes.slice(pair.at + 1, at).map(side);
    const before = classes
      .slice(0, pair.at)
      .map(side)
      .findLast((direction) => direction !== null);
    if (inside.includes('L') || !inside.includes('R') || before !== 'R') continue;
    classes[pair.at] = 'R';
    classes[at] = 'R';
  }
}

/** Rules N1 and N2: neutral characters take the direction of equal neighbours, otherwise that of the line. */
function resolveNeutrals(classes: BidiClass[]): void {
  const side = (type: BidiClass | undefined): 'L' | 'R' => (type === undefined || type === 'L' ? 'L' : 'R');
  for (let from = 0; from < classes.length; from += 1) {
    if (classes[from] !== 'ON') continue;
    let to = from;
    while (classes[to] === 'ON') to += 1;
    const between = side(classes[from - 1]) === 'R' && side(classes[to]) === 'R' ? 'R' : 'L';
    classes.fill(between, from, to);
    from = to - 1;
  }
}

const levelOf = (bidiClass: BidiClass): number => (bidiClass === 'L' ? 0 : bidiClass === 'R' ? 1 : 2);

/** @returns the letters of a line from left to right; brackets in right-to-left text are mirrored (rules L2, L4). */
export function inVisualOrder(text: string): DirectedLetter[] {
  const letters = clustersOf(text);
  if (!RIGHT_TO_LEFT.test(text)) return letters.map((letter) => ({ text: letter, rightToLeft: false }));
  const classes = letters.map(classOf);
  resolveNumbers(classes);
  resolveBrackets(letters, classes);
  resolveNeutrals(classes);
  const placed = letters.map((letter, index) => {
    const level = levelOf(classes[index] ?? 'L');
    return { text: level === 1 ? (mirrored.get(letter) ?? letter) : letter, level, rightToLeft: level === 1 };
  });
  for (const level of [2, 1]) {
    for (let from = 0; from < placed.length; from += 1) {
      let to = from;
      while ((placed[to]?.level ?? 0) >= level) to += 1;
      if (to === from) continue;
      placed.splice(from, to - from, ...placed.slice(from, to).reverse());
      from = to;
    }
  }
  return placed;
}
