/** Rows from a generated reader equal those of the driver. */
import { describe, expect, it } from 'vitest';
import { rowReader } from './row-reader.ts';

const asText = (): never => {
  throw new Error('A text is left as it is');
};

describe('a reader of rows', () => {
  it('reads each column by its own parser, and nothing as null', () => {
    const read = rowReader(['id', 'name', 'many'], [Number, asText, JSON.parse], asText);
    expect(read?.(['7', 'Rossi', '[1, 2]'])).toEqual({ id: 7, name: 'Rossi', many: [1, 2] });
    expect(read?.([null, null, null])).toEqual({ id: null, name: null, many: null });
  });

  it('takes any name of a column, and of two that are the same the later', () => {
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

  it('is not made for a name that would change what the row is', () => {
    expect(rowReader(['__proto__'], [JSON.parse], asText)).toBeUndefined();
  });
});
