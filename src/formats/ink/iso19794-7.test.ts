/**
 * The standard's test vector matches byte for byte, every record survives a round trip, and malformed records are
 * rejected without delay.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../der.ts';
import { scalingCode, scalingValue } from './iso-bytes.ts';
import { captureOf, inkOf } from './iso-capture.ts';
import {
  type ChannelName,
  channelNames,
  decodeInk,
  encodeInk,
  type InkChannel,
  InkFormatError,
  type InkRepresentation,
} from './iso19794-7.ts';
import { sampleCapture } from './samples.suite.ts';

const vector =
  '53444900303230000000005d0001000000004e07ea0b140900000000010000000000c160e0b4808000aee0e0b4808000977080cfa0e0cfa0000003e80000000383e887d0000000000083f287da0008015e01840687f8001001f4010000';
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const record: InkRepresentation = {
  capturedAt: new Date('2026-11-20T09:00:00Z'),
  technology: 1,
  vendor: 0,
  device: 0,
  quality: [],
  channels: [
    { name: 'X', scaling: 100, minimum: 0, maximum: 12_000 },
    { name: 'Y', scaling: 100, minimum: 0, maximum: 6000 },
    { name: 'T', scaling: 1000 },
    { name: 'F', scaling: 1000, minimum: 0, maximum: 1000 },
    { name: 'S' },
  ],
  points: [
    [1000, 2000, 0, 0, 0],
    [1010, 2010, 8, 350, 1],
    [1030, 2040, 16, 500, 1],
  ],
  extended: new Uint8Array(),
};
const withPoints = (points: number[][]): InkRepresentation[] => [{ ...record, points }];

describe('the test vector', () => {
  it('equals the encoder’s output, byte for byte', () => expect(toHex(encodeInk([record]))).toBe(vector));
  it('equals the decoder’s result', () => expect(decodeInk(bytesOf(vector))).toEqual([record]));
  it.each([
    [1, 0x8000],
    [100, 0xb480],
    [1000, 0xcfa0],
    [0.5, 0x7800],
  ])('is valid for a scaling of %d', (value, code) => {
    expect(scalingCode(value)).toBe(code);
    expect(scalingValue(code)).toBe(value);
  });
});

describe('a scaling value', () => {
  it('round-trips from each of its codes', () => {
    for (let code = 0; code <= 0xffff; code += 1) expect(scalingCode(scalingValue(code))).toBe(code);
  });
  it.each([0, -1, Number.NaN, 2 ** 16, 2 ** -17])('of %d is refused', (value) => {
    expect(() => scalingCode(value)).toThrow(InkFormatError);
  });
});

const signed: readonly ChannelName[] = ['X', 'Y', 'VX', 'VY', 'AX', 'AY', 'TX', 'TY'];
const value16 = (name: ChannelName): fc.Arbitrary<number> =>
  name === 'S'
    ? fc.integer({ min: 0, max: 1 })
    : signed.includes(name)
      ? fc.integer({ min: -32768, max: 32767 })
      : fc.integer({ min: 0, max: 65535 });
const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [key]: one }));
const channel = (name: ChannelName): fc.Arbitrary<InkChannel> =>
  fc
    .tuple(
      optional('scaling', fc.integer({ min: 0, max: 0xffff }).map(scalingValue)),
      optional('minimum', value16(name)),
      optional('maximum', value16(name)),
      optional('mean', value16(name)),
      optional('deviation', fc.integer({ min: 0, max: 0xffff })),
      optional('constant', fc.constant(true)),
      optional('detrended', fc.constant(true)),
    )
    .map((parts): InkChannel => Object.assign({ name }, ...parts));
const representation: fc.Arbitrary<InkRepresentation> = fc
  .tuple(fc.subarray([...channelNames]), fc.boolean())
  .chain(([extra, absolute]) => {
    const names = channelNames.filter((name) =>
      name === 'T' ? absolute : name === 'DT' ? !absolute : name === 'X' || name === 'Y' || extra.includes(name),
    );
    return fc.tuple(...names.map(channel)).chain((channels) => {
      const sampled = channels.filter(({ constant }) => !constant);
      return fc.record({
        capturedAt: fc.option(
          fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        ),
        technology: fc.integer({ min: 0, max: 255 }),
        vendor: fc.integer({ min: 0, max: 65535 }),
        device: fc.integer({ min: 0, max: 65535 }),
        quality: fc.array(
          fc.record({
            score: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(255)),
            vendor: fc.integer({ min: 0, max: 65535 }),
            algorithm: fc.integer({ min: 0, max: 65535 }),
          }),
          { maxLength: 3 },
        ),
        channels: fc.constant(channels),
        points: fc.array(fc.tuple(...sampled.map(({ name }) => value16(name))), { maxLength: 20 }),
        extended: fc.uint8Array({ maxLength: 20 }),
      });
    });
  });

describe('any record', () => {
  it('round-trips, both ways', () => {
    fc.assert(
      fc.property(fc.array(representation, { minLength: 1, maxLength: 3 }), (records) => {
        const written = encodeInk(records);
        const read = decodeInk(written);
        expect(read).toEqual(records);
        expect(encodeInk(read)).toEqual(written);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the encoder refuses', () => {
  it('a time that does not fit 16 bits', () => {
    expect(toHex(encodeInk(withPoints([[0, 0, 65_535, 0, 1]])))).toContain('ffff');
    expect(() => encodeInk(withPoints([[0, 0, 65_536, 0, 1]]))).toThrow('channel T does not fit');
  });
  it.each([
    ['a pen state beyond 1', [0, 0, 0, 0, 2]],
    ['half a unit', [0.5, 0, 0, 0, 1]],
    ['a place too far out', [40_000, 0, 0, 0, 1]],
    ['a point with a value too few', [0, 0, 0, 0]],
  ])('%s', (_, point) => expect(() => encodeInk(withPoints([point]))).toThrow(InkFormatError));
  it.each([
    ['no X', ['Y', 'T']],
    ['no Y', ['X', 'T']],
    ['neither T nor DT', ['X', 'Y', 'F']],
    ['both T and DT', ['X', 'Y', 'T', 'DT']],
    ['a channel twice', ['X', 'Y', 'Y', 'T']],
    ['channels out of order', ['Y', 'X', 'T']],
  ] as const)('%s', (_, names) => {
    const channels = names.map((name) => ({ name }));
    expect(() => encodeInk([{ ...record, channels, points: [] }])).toThrow(InkFormatError);
  });
  it('a record without a representation', () => expect(() => encodeInk([])).toThrow(InkFormatError));
});

describe('the decoder refuses', () => {
  const good = bytesOf(vector);
  const put = (at: number, ...values: number[]): Uint8Array => {
    const copy = good.slice();
    copy.set(values, at);
    return copy;
  };
  const longer = put(11, 0x5e);
  longer.set([0x4f], 18);
  it('a record truncated anywhere', () => {
    for (let length = 0; length < good.length; length += 1) {
      expect(() => decodeInk(good.subarray(0, length))).toThrow(InkFormatError);
    }
  });
  it.each([
    ['a byte too many', new Uint8Array([...good, 0]), 'as long as it says'],
    ['another format', put(0, 0x46), 'format identifier'],
    ['the edition of 2007', put(4, 0x20, 0x31, 0x30), '2014 edition'],
    ['a total length too great', put(11, 0x5e), 'as long as it says'],
    ['no representation', put(13, 0), 'without a representation'],
    ['more representations than there are', put(13, 2), 'truncated'],
    ['a certification block', put(14, 1), 'certification'],
    ['a representation longer than the record', put(18, 0x4f), 'truncated'],
    ['a representation shorter than what is in it', put(18, 0x4d), 'truncated'],
    ['a representation shorter than its header', put(18, 3), 'shorter than its own header'],
    ['a month that does not exist', put(21, 13), 'does not exist'],
    ['more quality blocks than there is room for', put(33, 255), 'truncated'],
    ['both T and DT', put(34, 0xc1, 0xe0), 'T and DT'],
    ['neither T nor DT', put(34, 0xc0, 0x60), 'T and DT'],
    ['no X', put(34, 0x41, 0x60), 'X and Y'],
    ['no Y', put(34, 0x81, 0x60), 'X and Y'],
    ['a reserved bit', put(36, 0xe1), 'reserved bit'],
    ['sixteen million points', put(61, 0xff, 0xff, 0xff), 'fewer points'],
    ['a point more than there is', put(63, 4), 'fewer points'],
    ['a point less than there is', put(63, 2), 'truncated'],
    ['a byte after the extended data', new Uint8Array([...longer, 0]), 'longer than what is in it'],
    ['a pen state beyond 1', put(72, 2), 'neither up nor down'],
    ['extended data beyond the end', put(91, 0, 9), 'truncated'],
  ])('%s', (_, bytes, why) => {
    expect(() => decodeInk(bytes)).toThrow(InkFormatError);
    expect(() => decodeInk(bytes)).toThrow(why);
  });
  it('random bytes, or reads them, without other failures', () => {
    const changed = fc.tuple(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.array(changed, { maxLength: 8 })), (input) => {
        const bytes = input instanceof Uint8Array ? input : good.slice();
        if (!(input instanceof Uint8Array)) for (const [at, value] of input) bytes[at] = value;
        try {
          expect(encodeInk(decodeInk(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(InkFormatError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a captured signature', () => {
  it.each([true, false])('round-trips to a hundredth of a millimetre (with tilt: %s)', (tilted) => {
    const capture = sampleCapture({ tilted });
    const back = captureOf(inkOf(capture));
    expect(back).toMatchObject({ startedAt: capture.startedAt, pointer: 'pen', pressed: true, width: 90, height: 45 });
    expect(back.points).toHaveLength(capture.points.length);
    for (const [n, point] of capture.points.entries()) {
      const read = back.points[n];
      expect(Math.abs((read?.x ?? 0) - point.x)).toBeLessThanOrEqual(0.005001);
      expect(Math.abs((read?.y ?? 0) - point.y)).toBeLessThanOrEqual(0.005001);
      expect(Math.abs((read?.pressure ?? 0) - point.pressure)).toBeLessThanOrEqual(0.00005001);
      expect(read).toMatchObject({ t: point.t, down: point.down });
      expect(read?.tilt === null).toBe(!tilted);
    }
  });
  it('states that it was drawn by mouse, and how densely', () => {
    const ink = inkOf(sampleCapture({ pointer: 'mouse', every: 8 }));
    expect(new TextDecoder().decode(decodeInk(ink)[0]?.extended)).toBe(
      '{"pointer":"mouse","pressed":false,"rate":125}',
    );
    expect(captureOf(ink).pointer).toBe('mouse');
  });
  it('is refused when it lasts longer than 65.535 s or has decreasing times', () => {
    const { points, ...rest } = sampleCapture();
    const stretched = points.map((point, n) => ({ ...point, t: n * 200 }));
    expect(() => inkOf({ ...rest, points: stretched })).toThrow('channel T does not fit');
    expect(() => inkOf({ ...rest, points: [...points].reverse() })).toThrow('backwards');
  });
  it.each([
    ['two signatures in one record', encodeInk([record, record]), 'one representation'],
    ['a record of another writer', bytesOf(vector), 'circumstances'],
  ])('is not read from %s', (_, ink, why) => expect(() => captureOf(ink)).toThrow(why));
});
