/** Operators of content streams (ISO 32000-2, annex A), with their operands and where they are allowed. */

export interface Operator {
  readonly name: string;
  readonly group: OperatorGroup;
  /**
   * One letter per operand: `n` number, `i` integer, `N` name, `s` string, `a` array of numbers, `t` array of numbers
   * and strings, `p` name or dictionary; `*` means the components of a colour.
   */
  readonly operands: string;
}

const TABLE = {
  save: { q: '' },
  restore: { Q: '' },
  matrix: { cm: 'nnnnnn' },
  state: { w: 'n', J: 'i', j: 'i', M: 'n', d: 'an', ri: 'N', i: 'n', gs: 'N' },
  path: { m: 'nn', l: 'nn', c: 'nnnnnn', v: 'nnnn', y: 'nnnn', h: '', re: 'nnnn' },
  paint: { S: '', s: '', f: '', F: '', 'f*': '', B: '', 'B*': '', b: '', 'b*': '', n: '' },
  clip: { W: '', 'W*': '' },
  beginText: { BT: '' },
  endText: { ET: '' },
  textState: { Tc: 'n', Tw: 'n', Tz: 'n', TL: 'n', Tf: 'Nn', Tr: 'i', Ts: 'n' },
  textPosition: { Td: 'nn', TD: 'nn', Tm: 'nnnnnn', 'T*': '' },
  show: { Tj: 's', TJ: 't', "'": 's', '"': 'nns' },
  colour: {
    ...{ CS: 'N', cs: 'N', SC: '*', SCN: '*', sc: '*', scn: '*' },
    ...{ G: 'n', g: 'n', RG: 'nnn', rg: 'nnn', K: 'nnnn', k: 'nnnn' },
  },
  shading: { sh: 'N' },
  object: { Do: 'N' },
  inlineImage: { BI: '' },
  marked: { MP: 'N', DP: 'Np', BMC: 'N', BDC: 'Np', EMC: '' },
  compatibility: { BX: '', EX: '' },
  glyph: { d0: 'nn', d1: 'nnnnnn' },
} satisfies Record<string, Record<string, string>>;

/** Groups of operators that the grammar treats alike. */
export type OperatorGroup = keyof typeof TABLE;

/** The operator's bytes, lowest first, as the scanner packs them. */
export const packed = (name: string): number =>
  [...name].reduce((sum, letter, index) => sum | (letter.charCodeAt(0) << (8 * index)), 0);

export const OPERATORS: ReadonlyMap<number, Operator> = new Map(
  Object.entries(TABLE).flatMap(([group, operators]) =>
    Object.entries(operators).map(([name, operands]) => [
      packed(name),
      { name, group: group as OperatorGroup, operands },
    ]),
  ),
);

const NAMES: ReadonlySet<string> = new Set([
  ...[...OPERATORS.values()].map(({ name }) => name),
  ...['ID', 'EI', 'true', 'false', 'null'],
]);

export const isOperator = (word: string): boolean => NAMES.has(word);

/** Whether some readers end the word early because it starts with an operator: `fQ`, `Qq`. */
export function beginsWithOperator(word: string): boolean {
  for (let end = 1; end < word.length; end++) {
    if (NAMES.has(word.slice(0, end)) && !NAMES.has(word.slice(0, end + 1))) return true;
  }
  return false;
}
