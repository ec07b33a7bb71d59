/** What passes as a signature, and the picture derived from it. */
import { describe, expect, it } from 'vitest';
import { toHex } from '../der.ts';
import { type Capture, samplingRate, strokesOf } from './capture.ts';
import { drawingBytes, drawingDigest, drawingOf } from './drawing.ts';
import { captureOf, inkOf } from './iso-capture.ts';
import { inkFlaws, inkLimits } from './quality.ts';
import { sampleCapture } from './samples.suite.ts';

const simple = { advanced: false, mouseAllowed: true };
const advanced = { advanced: true, mouseAllowed: true };
/** The sample with its points moved. */
const along = (place: (part: number) => [number, number], change: Partial<Capture> = {}): Capture => {
  const capture = sampleCapture();
  const last = capture.points.length - 1;
  const points = capture.points.map((point, n) => {
    const [x, y] = place(n / last);
    return { ...point, x, y };
  });
  return { ...capture, points, ...change };
};

describe('a drawing', () => {
  it('by a pen with pressure is accepted, for simple and advanced signatures', () => {
    expect(inkFlaws(sampleCapture(), simple)).toEqual([]);
    expect(inkFlaws(sampleCapture(), advanced)).toEqual([]);
  });
  it.each([
    ['nothing at all', { ...sampleCapture(), points: [] }, ['ink.empty']],
    [
      'only a pen in the air',
      along(() => [1, 1], { points: sampleCapture().points.filter(({ down }) => !down) }),
      ['ink.empty'],
    ],
    ['too few points', sampleCapture({ length: 14, every: 20 }), ['ink.tooFewPoints']],
    ['too short a time', sampleCapture({ every: 0.5 }), ['ink.tooShort']],
    ['a dot', along((part) => [20 + part, 20 - part]), ['ink.dot']],
    ['a level line', along((part) => [10 + 60 * part, 20]), ['ink.line']],
    ['a slanting line', along((part) => [10 + 50 * part, 5 + 30 * part]), ['ink.line']],
    [
      'something very small',
      along((part) => [20 + 3 * Math.sin(part * 20), 20 + 3 * Math.cos(part * 17)]),
      ['ink.tooSmall'],
    ],
    ['more than 65.535 s', sampleCapture({ every: 200 }), ['ink.tooLong']],
  ])('of %s is refused', (_, capture, flaws) => expect(inkFlaws(capture, advanced)).toEqual(flaws));
  it('is accepted with exactly the minimum number of points', () => {
    const { points, ...rest } = sampleCapture({ every: 20 });
    const drawn = points.filter(({ down }) => down);
    const thinned = drawn.filter((_, n) => n % Math.floor(drawn.length / inkLimits.points) === 0);
    expect(inkFlaws({ ...rest, points: thinned.slice(0, inkLimits.points) }, advanced)).toEqual([]);
    expect(inkFlaws({ ...rest, points: thinned.slice(1, inkLimits.points) }, advanced)).toEqual(['ink.tooFewPoints']);
  });
  it('by a mouse is accepted only if the legal entity allows it, and never for an advanced signature', () => {
    const mouse = sampleCapture({ pointer: 'mouse' });
    expect(inkFlaws(mouse, simple)).toEqual([]);
    expect(inkFlaws(mouse, { advanced: false, mouseAllowed: false })).toEqual(['ink.mouse']);
    expect(inkFlaws(mouse, advanced)).toEqual(['ink.mouse']);
  });
  it('without pressure is not advanced', () => {
    const finger = sampleCapture({ pointer: 'touch', pressed: false });
    expect(inkFlaws(finger, simple)).toEqual([]);
    expect(inkFlaws(finger, advanced)).toEqual(['ink.noPressure']);
  });
});

describe('the sample rate', () => {
  it('counts only while the pen touches', () => {
    expect(samplingRate(sampleCapture({ every: 5 }).points)).toBe(200);
    expect(samplingRate([])).toBe(0);
  });
});

describe('the picture', () => {
  const capture = sampleCapture();
  it('follows the line, from its own corner', () => {
    const { width, height, lines } = drawingOf(capture);
    const drawn = strokesOf(capture.points).flat();
    expect(width).toBeCloseTo(Math.max(...drawn.map(({ x }) => x)) - Math.min(...drawn.map(({ x }) => x)), 0);
    expect(height).toBeCloseTo(Math.max(...drawn.map(({ y }) => y)) - Math.min(...drawn.map(({ y }) => y)), 0);
    expect(Math.min(...lines.flat().map(([x]) => x))).toBe(0);
    expect(Math.min(...lines.flat().map(([, y]) => y))).toBe(0);
    expect(lines).toHaveLength(2);
  });
  it('is independent of the pen’s speed, pressure and rate', () => {
    const slow = { ...capture, points: capture.points.map((point) => ({ ...point, t: point.t * 3, pressure: 0.1 })) };
    expect(drawingOf(slow)).toEqual(drawingOf(capture));
    const doubled = capture.points.flatMap((point, n) => {
      const next = capture.points[n + 1];
      if (!next?.down || !point.down) return [point];
      return [point, { ...point, x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }];
    });
    expect(drawingOf({ ...capture, points: doubled })).toEqual(drawingOf(capture));
  });
  it('reveals neither the order nor the direction of strokes', () => {
    expect(drawingOf({ ...capture, points: [...capture.points].reverse() })).toEqual(drawingOf(capture));
  });
  it('has steps of one length', () => {
    for (const line of drawingOf(capture).lines) {
      const steps = line.slice(1).map(([x, y], n) => Math.hypot(x - (line[n]?.[0] ?? 0), y - (line[n]?.[1] ?? 0)));
      expect(Math.max(...steps)).toBeLessThanOrEqual(0.42);
      for (const one of steps.slice(1, -1)) expect(one).toBeGreaterThan(0.3);
    }
  });
  it('is the same from the capture and from its record, to the last byte', () => {
    const recorded = captureOf(inkOf(capture));
    expect(drawingBytes(drawingOf(captureOf(inkOf(recorded))))).toEqual(drawingBytes(drawingOf(recorded)));
  });
  it('has fixed bytes for a record of version 2, for all later versions', async () => {
    const drawing = drawingOf(captureOf(inkOf(capture)));
    const text = new TextDecoder().decode(drawingBytes(drawing));
    expect(text).toMatch(/^\d+ \d+ m\n(\d+ \d+ l\n)+S\n\d+ \d+ m\n(\d+ \d+ l\n)+S\n$/);
    expect(toHex(await drawingDigest(drawing))).toBe(
      '0bc4c232222ab47885c09f2b30586bdc8f1ddf911179ab47ca9af9ae9da6e818',
    );
  });
  it('of no strokes is empty', () => {
    expect(drawingOf({ ...capture, points: [] })).toEqual({ width: 0, height: 0, lines: [] });
  });
});
