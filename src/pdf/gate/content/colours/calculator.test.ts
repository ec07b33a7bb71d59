/** Calculator functions: stack, branches and stack underflow. */
import { describe, expect, it } from 'vitest';
import { calculated } from './calculator.ts';

describe('a calculator function', () => {
  it.each([
    ['{ 1 exch sub }', [0.25], [0.75]],
    ['{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }', [0.25], [0.5]],
    ['{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }', [0.75], [1]],
    ['{ dup 0 lt { neg } if }', [-3], [3]],
    ['{ 3 1 roll }', [1, 2, 3], [3, 1, 2]],
    ['{ 3 -1 roll }', [1, 2, 3], [2, 3, 1]],
    ['{ 1 index }', [7, 8], [7, 8, 7]],
    ['{ 2 copy add }', [1, 2], [1, 2, 3]],
    ['{ 0 exch pop }', [9], [0]],
  ])('%s of %j gives %j', (source, inputs, outputs) => {
    expect(calculated(source, inputs)).toEqual(outputs);
  });

  it('takes no more operands than there are', () => {
    expect(() => calculated('{ add add }', [1])).toThrow('more than there is');
  });
});
