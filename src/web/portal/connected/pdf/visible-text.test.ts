/** Invisible text is neither found nor proposed: judged on the rendered page (record 0065). */
import { describe, expect, it } from 'vitest';
import { type DrawnPage, type PlacedText, visiblePieces } from './visible-text.ts';

const SIDE = 200;

/** Letters of 10 points: strokes 2 pixels apart, from the baseline up. */
function draw(data: Uint8ClampedArray, x: number, y: number, letters: number, colour: readonly number[]): void {
  for (let column = x; column < x + letters * 5; column += 2) {
    for (let row = y - 7; row < y; row += 1) {
      for (const [channel, value] of colour.entries()) data[(row * SIDE + column) * 4 + channel] = value;
    }
  }
}

const BLACK = [0, 0, 0];

/** A white page of 200 points, rendered at one pixel per point, y growing downwards. */
function pageWith(...drawn: [x: number, y: number, letters: number, colour?: readonly number[]][]): DrawnPage {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4).fill(255);
  for (const [x, y, letters, colour = BLACK] of drawn) draw(data, x, y, letters, colour);
  return { width: SIDE, height: SIDE, data, transform: [1, 0, 0, -1, 0, SIDE] };
}

/** @param y from the upper edge of the page. */
const piece = (str: string, x: number, y: number, size = 10): PlacedText => {
  return { str, transform: [size, 0, 0, size, x, SIDE - y], width: str.length * size * 0.5, height: size };
};

describe('a piece of text', () => {
  it('is read where it is drawn, including spaces', () => {
    const page = pageWith([20, 50, 6], [60, 50, 4]);
    const pieces = [piece('Prezzo', 20, 50), piece(' ', 50, 50), piece('1000', 60, 50)];
    expect(visiblePieces(pieces, page)).toEqual([true, true, true]);
  });

  it('is read with wide gaps between its words', () => {
    const page = pageWith([20, 50, 3], [70, 50, 3]);
    expect(visiblePieces([piece('uno       due', 20, 50)], page)).toEqual([true]);
  });

  it('is read on a rotated page', () => {
    const page = { ...pageWith([20, 50, 6]), transform: [0, 1, 1, 0, 0, 0] };
    const turned = { ...piece('Prezzo', 0, 0), transform: [0, 10, -10, 0, 50, 20] };
    expect(visiblePieces([turned], page)).toEqual([true]);
  });

  it.each([
    ['hidden, or of the paper\u2019s colour', pageWith(), piece('Sconto', 20, 50)],
    ['nearly of the paper\u2019s colour', pageWith([20, 50, 6, [235, 235, 235]]), piece('Sconto', 20, 50)],
    ['left of the page', pageWith([20, 50, 6]), piece('Sconto', -120, 50)],
    ['below the page', pageWith([20, 50, 6]), piece('Sconto', 20, 260)],
    ['cut off after the first letters', pageWith([20, 50, 3]), piece('Sconto di 5.000 euro', 20, 50)],
    ['of 0.1 points', pageWith([20, 50, 6]), piece('Sconto', 20, 50, 0.1)],
    ['of 1.5 points', pageWith([20, 50, 6]), piece('Sconto', 20, 50, 1.5)],
  ])('is not read when it is %s', (_, page, hidden) => {
    expect(visiblePieces([hidden], page)).toEqual([false]);
  });

  it('is not read when other text covers it', () => {
    const page = pageWith([20, 50, 6], [20, 90, 6]);
    const pieces = [piece('10.000', 20, 50), piece('1.000 ', 20, 50), piece('Prezzo', 20, 90)];
    expect(visiblePieces(pieces, page)).toEqual([false, false, true]);
  });

  it('is read when printed twice to look bold', () => {
    expect(visiblePieces([piece('Totale', 20, 50), piece('Totale', 20.3, 50)], pageWith([20, 50, 6]))).toEqual([
      true,
      true,
    ]);
  });
});
