/** Rows from a generated reader equal those of the driver. */
import { describe, expect, it } from 'vitest';
import { rowReader } from './row-reader.ts';

const asText = (): never => {
  throw new Error('A text is left as it is');
};

describe('a row reader', () => {
  it('parses each column with its own parser, and null as null', () => {
    const read = rowReader(['id', 'name', 'many'], [Number, asText, JSON.parse], asText);
    expect(read?.(['7', 'Rossi', '[1, 2]'])).toEqual({ id: 7, name: 'Rossi', many: [1, 2] });
    expect(read?.([null, null, null])).toEqual({ id: null, name: null, many: null });
  });

  it('accepts any column name, and the later of two equal ones', () => {
    const names = ['?column?', 'it\'s "so"', 'a\\b\n', 'constructor', 'id', 'id'];
    const read = rowReader(
      names,
      names.map(() => Number),
      asText,
    );
    const row = read?.(['1', '2', '3', '4', '5', '6']);
    expect(Object.entries(row ?? {})).toEqual([
      ['?column?', 1],
      ['it\'s "so"', 2],
      ['a\\b\n', 3],
      ['constructor', 4],
      ['id', 6],
    ]);
  });

  it('is not created for a name that would change the row object', () => {
    expect(rowReader(['__proto__'], [JSON.parse], asText)).toBeUndefined();
  });
});
