/** ISO 32000-2, clause 7: what is strictly an object, and what is refused. */
import { PdfDict, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf, wordsIn } from '#test/rows.ts';
import { sameObject } from './same-object.ts';
import { Cursor, hexDigit, latin1, readIndirectObject, SyntaxFault } from './syntax.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const read = (text: string) => new Cursor(bytes(text), 0).object();
const indirect = (text: string) => readIndirectObject(bytes(text), 0, () => 3);

describe('an object is read', () => {
  it.each([
    ...rowsOf(`
      /Name#20with#20spaces | /Name with spaces
      /                     | /
      -.5                   | -0.5
      +17                   | 17
      4.                    | 4
      true                  | true
      null                  | null
      12 0 R                | 12 0 R
      [1 0 R 2 0 3]         | [1 0 R 2 0 3]
      []                    | []
      (a(b)c)               | (a(b)c)
      (\\7\\53\\0533)          | (\x07++3)
      <48 65 6c6C6f7>       | (Hellop)
      <</A 1/B<</C(x)>>>>   | <</A 1 /B <</C (x)>>>>
      <</A null>>           | <<>>
    `),
    ['[%comment ]\n1]', '[1]'],
    ['(\\101\\n\\)\\\\\\x)', '(A\n)\\x)'],
    ['(a\\\r\nb\rc\r\nd)', '(ab\nc\nd)'],
  ])('%j', (text, meaning) => expect(meaningOf(read(text))).toBe(meaning));
});

describe('an invalid object is refused', () => {
  it.each([
    ...rowsOf(`
      nothing
      --5
      1e5
      5-3
      [1 2
      <</A 1
      <</A>>
      <<1 2>>
      <</A 1 /A 2>>
      (open
      <4g>
      <48
      /bad#2
      ]
      >>
      {}
    `),
    [''],
    ['['.repeat(300) + ']'.repeat(300)],
  ])('%j', (text = '') => expect(() => read(text)).toThrow(SyntaxFault));
});

describe('an indirect object', () => {
  it('has its number, generation and end', () => {
    expect(indirect('7 2 obj\n42\nendobj rest')).toMatchObject({ number: 7, generation: 2, start: 0, end: 17 });
  });

  it('may be a stream of exactly its length', () => {
    const { value } = indirect('7 0 obj<</Length 3>>stream\nabc\nendstream endobj');
    expect(value instanceof PdfStream && latin1(value.data)).toBe('abc');
  });

  it('may have its length in another object', () => {
    const { value } = indirect('7 0 obj<</Length 9 0 R>>stream\r\nabcendstream endobj');
    expect(value instanceof PdfStream && latin1(value.data)).toBe('abc');
  });

  it.each([
    ['a length that is too short', '7 0 obj<</Length 2>>stream\nabc\nendstream endobj'],
    ['a length that is too long', '7 0 obj<</Length 90>>stream\nabc\nendstream endobj'],
    ['no length', '7 0 obj<<>>stream\nabc\nendstream endobj'],
    ['no end of line', '7 0 obj<</Length 3>>stream abc\nendstream endobj'],
    ['no endobj', '7 0 obj 42'],
    ['something behind its value', '7 0 obj 42 43 endobj'],
    ['no number', 'obj 42 endobj'],
    ['a comment before it', '%x\n7 0 obj 42 endobj'],
  ])('is refused with %s', (_, text) => expect(() => indirect(text)).toThrow(SyntaxFault));
});

it('strings have their position, delimiters included', () => {
  const spans = new Map<PdfString, readonly [number, number]>();
  const value = new Cursor(bytes('<</Contents <00ff> /M (x)>>'), 0, 100, spans).object();
  const contents = value instanceof PdfDict ? value.get('Contents') : undefined;
  expect(contents instanceof PdfString && spans.get(contents)).toEqual([12, 18]);
});

it('any bytes are either read or refused', () => {
  const pieces = fc.constantFrom(...wordsIn('<< >> [ ] ( ) < > /A 1 0 R % \\ # obj'), ' ', '\n');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      try {
        read(parts.join(''));
        return true;
      } catch (error) {
        return error instanceof SyntaxFault;
      }
    }),
    { numRuns: 2000 },
  );
});

describe('two objects', () => {
  it.each(
    rowsOf(`
      <</A 1 /B 2>> | <</B 2/A 1>>
      (Hi)          | <4869>
      4             | 4.0
      /A#42         | /AB
      [<</X null>>] | [<<>>]
    `),
  )('are equal, however written: %s %s', (a, b) => expect(sameObject(read(a), read(b))).toBe(true));

  it.each(
    rowsOf(`
      <</A 1>> | <</A 1 /B 2>>
      [1 2]    | [2 1]
      (1)      | 1
      /A       | (A)
      1 0 R    | 1 1 R
      1 0 R    | 2 0 R
      true     | false
      []       | <<>>
    `),
  )('differ: %s %s', (a, b) => expect(sameObject(read(a), read(b))).toBe(false));

  it('differ as streams when only their data differ', () => {
    const stream = (data: string) => new PdfStream([['A', PdfNumber.of(1)]], bytes(data));
    expect(sameObject(stream('x'), stream('x'))).toBe(true);
    expect(sameObject(stream('x'), stream('y'))).toBe(false);
    expect(sameObject(stream(''), read('<</A 1>>'))).toBe(false);
    expect(sameObject(null, PdfRef.of(1, 0))).toBe(false);
  });
});

it('hexadecimal digits are the sixteen, in upper and lower case', () => {
  const digits = [...'0123456789abcdefABCDEF'].map((c) => hexDigit(c.charCodeAt(0)));
  expect(digits).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 10, 11, 12, 13, 14, 15]);
  expect([...'gG@`/:\u0080'].map((c) => hexDigit(c.charCodeAt(0)))).toEqual([-1, -1, -1, -1, -1, -1, -1]);
});

/** One notation per meaning. */
function meaningOf(value: ReturnType<typeof read>): string {
  switch (value.type) {
    case 'name':
      return `/${value.value}`;
    case 'number':
    case 'bool':
      return String(value.value);
    case 'string':
      return `(${latin1(value.bytes)})`;
    case 'ref':
      return value.toString();
    case 'array':
      return `[${[...value].map(meaningOf).join(' ')}]`;
    case 'dict':
      return `<<${[...value].map(([key, item]) => `/${key.value} ${meaningOf(item)}`).join(' ')}>>`;
    default:
      return value.type;
  }
}
