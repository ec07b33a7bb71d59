/** Reads and writes the ISO/IEC 19794-7:2014 full format strictly; handwriting experts' tools open it. */
import { joinBytes } from '../der.ts';
import { type ByteReader, InkFormatError, readerOf, scalingCode, scalingValue, uint } from './iso-bytes.ts';

export { InkFormatError } from './iso-bytes.ts';

/** Channels in the order written, bit 15 of the inclusion field first. */
export const channelNames = [
  'X',
  'Y',
  'Z',
  'VX',
  'VY',
  'AX',
  'AY',
  'T',
  'DT',
  'F',
  'S',
  'TX',
  'TY',
  'A',
  'E',
  'R',
] as const;
export type ChannelName = (typeof channelNames)[number];

/** Channels with negative values: stored with an offset of 32768. */
const signedChannels: ReadonlySet<ChannelName> = new Set(['X', 'Y', 'VX', 'VY', 'AX', 'AY', 'TX', 'TY']);

/** A channel and its attributes; all values are stored integers: physical value × scaling. */
export interface InkChannel {
  readonly name: ChannelName;
  /** Stored units per mm, second, newton or degree. */
  readonly scaling?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly mean?: number;
  readonly deviation?: number;
  /** The value never changes: the channel is described but absent from the points. */
  readonly constant?: boolean;
  /** A linear component was removed from the values. */
  readonly detrended?: boolean;
}

export interface InkQuality {
  /** 0 to 100; 255 if it could not be computed. */
  readonly score: number;
  readonly vendor: number;
  readonly algorithm: number;
}

export interface InkRepresentation {
  /** Null if unknown. */
  readonly capturedAt: Date | null;
  /** 0 unknown, 1 electromagnetic, 2 semiconductor, 3 pen with accelerometers, 4 pen with optical sensors. */
  readonly technology: number;
  readonly vendor: number;
  readonly device: number;
  readonly quality: readonly InkQuality[];
  readonly channels: readonly InkChannel[];
  /** The values of each point, in the order of the non-constant channels. */
  readonly points: readonly (readonly number[])[];
  readonly extended: Uint8Array;
}

const formatIdentifier = Uint8Array.of(0x53, 0x44, 0x49, 0x00);
const formatVersion = Uint8Array.of(0x30, 0x32, 0x30, 0x00);
/** Attributes with two bytes, from bit 7 of the preamble down. */
const channelAttributes = ['scaling', 'minimum', 'maximum', 'mean', 'deviation'] as const;

/** @throws InkFormatError on data that the format cannot hold: a time beyond 16 bits, a duplicate channel, no X. */
export function encodeInk(representations: readonly InkRepresentation[]): Uint8Array<ArrayBuffer> {
  if (representations.length === 0 || representations.length > 0xffff) {
    throw new InkFormatError('between 1 and 65535 representations were expected');
  }
  const bodies = representations.map(encodeRepresentation);
  const length = 15 + bodies.reduce((sum, body) => sum + body.length, 0);
  return joinBytes([formatIdentifier, formatVersion, uint(length, 4), uint(bodies.length, 2), uint(0, 1), ...bodies]);
}

function encodeRepresentation(representation: InkRepresentation): Uint8Array {
  const channels = representation.channels.map(({ name }) => channelNames.indexOf(name));
  checkChannels(representation.channels);
  const mask = channels.reduce((bits, at) => bits | (0x8000 >> at), 0);
  const sampled = representation.channels.filter(({ constant }) => !constant);
  const stride = bytesPerPoint(sampled);
  const { points, quality, extended } = representation;
  const body = new Uint8Array(points.length * stride);
  const view = new DataView(body.buffer);
  let at = 0;
  for (const point of points) {
    if (point.length !== sampled.length) throw new InkFormatError('a point does not have a value for each channel');
    for (const [n, { name }] of sampled.entries()) {
      const value = point[n] ?? 0;
      if (name === 'S') view.setUint8(at, encodeValue(name, value));
      else view.setUint16(at, encodeValue(name, value));
      at += name === 'S' ? 1 : 2;
    }
  }
  const parts = [
    dateBytes(representation.capturedAt),
    uint(representation.technology, 1),
    uint(representation.vendor, 2),
    uint(representation.device, 2),
    uint(quality.length, 1),
    ...quality.flatMap(({ score, vendor, algorithm }) => [uint(score, 1), uint(vendor, 2), uint(algorithm, 2)]),
    uint(mask, 2),
    ...representation.channels.map(channelBytes),
    uint(points.length, 3),
    body,
    uint(extended.length, 2),
    extended,
  ];
  const length = 4 + parts.reduce((sum, part) => sum + part.length, 0);
  return joinBytes([uint(length, 4), ...parts]);
}

/** X and Y, exactly one of T and DT, each channel once and in mask order. */
function checkChannels(channels: readonly InkChannel[]): void {
  const order = channels.map(({ name }) => channelNames.indexOf(name));
  if (order.some((at, n) => n > 0 && at <= (order[n - 1] ?? 0))) {
    throw new InkFormatError('channels stand twice or out of order');
  }
  const has = (name: ChannelName): boolean => channels.some((channel) => channel.name === name);
  if (!has('X') || !has('Y')) throw new InkFormatError('the channels X and Y are mandatory');
  if (has('T') === has('DT')) throw new InkFormatError('exactly one of the channels T and DT is mandatory');
}

const bytesPerPoint = (sampled: readonly InkChannel[]): number =>
  sampled.reduce((sum, { name }) => sum + (name === 'S' ? 1 : 2), 0);

/** The value as stored. @throws InkFormatError if it does not fit, such as T beyond 65.535 s at a scaling of 1000. */
function encodeValue(name: ChannelName, value: number): number {
  const shifted = signedChannels.has(name) ? value + 0x8000 : value;
  const maximum = name === 'S' ? 1 : 0xffff;
  if (!Number.isInteger(shifted) || shifted < 0 || shifted > maximum) {
    throw new InkFormatError(`a value of the channel ${name} does not fit`);
  }
  return shifted;
}

function channelBytes(channel: InkChannel): Uint8Array {
  let preamble = (channel.constant ? 0x04 : 0) | (channel.detrended ? 0x02 : 0);
  const values: Uint8Array[] = [];
  for (const [n, key] of channelAttributes.entries()) {
    const value = channel[key];
    if (value === undefined) continue;
    preamble |= 0x80 >> n;
    values.push(uint(attributeCode(channel.name, key, value), 2));
  }
  return joinBytes([uint(preamble, 1), ...values]);
}

function attributeCode(name: ChannelName, key: (typeof channelAttributes)[number], value: number): number {
  if (key === 'scaling') return scalingCode(value);
  return key !== 'deviation' && signedChannels.has(name) ? value + 0x8000 : value;
}

function dateBytes(time: Date | null): Uint8Array {
  if (!time) return new Uint8Array(9).fill(0xff);
  return joinBytes([
    uint(time.getUTCFullYear(), 2),
    Uint8Array.of(
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
      time.getUTCSeconds(),
    ),
    uint(time.getUTCMilliseconds(), 2),
  ]);
}

/** @throws InkFormatError naming the error; every length is checked against the available bytes. */
export function decodeInk(bytes: Uint8Array): InkRepresentation[] {
  const reader = readerOf(bytes);
  reader.expect(formatIdentifier, 'the format identifier SDI');
  reader.expect(formatVersion, 'the version of the 2014 edition');
  if (reader.uint(4) !== bytes.length) throw new InkFormatError('the record is not as long as it says');
  const count = reader.uint(2);
  if (count === 0) throw new InkFormatError('a record without a representation');
  if (reader.uint(1) !== 0) throw new InkFormatError('a block of device certification is not read here');
  const representations: InkRepresentation[] = [];
  for (let n = 0; n < count; n += 1) representations.push(decodeRepresentation(reader));
  if (reader.remaining > 0) throw new InkFormatError('bytes after the last representation');
  return representations;
}

/** Limit for a movement in which every channel is constant. */
const MAX_EMPTY_POINTS = 256;

function decodeRepresentation(outer: ByteReader): InkRepresentation {
  const length = outer.uint(4);
  if (length < 4) throw new InkFormatError('a representation shorter than its own header');
  const reader = outer.subReader(length - 4);
  const capturedAt = readDate(reader);
  const [technology, vendor, device] = [reader.uint(1), reader.uint(2), reader.uint(2)];
  const quality = Array.from({ length: reader.uint(1) }, () => ({
    score: reader.uint(1),
    vendor: reader.uint(2),
    algorithm: reader.uint(2),
  }));
  if (quality.some(({ score }) => score > 100 && score !== 255)) throw new InkFormatError('a quality beyond 100');
  const mask = reader.uint(2);
  const names = channelNames.filter((_, at) => mask & (0x8000 >> at));
  const channels = names.map((name) => readChannel(reader, name));
  checkChannels(channels);
  const sampled = channels.filter(({ constant }) => !constant);
  const count = reader.uint(3);
  const stride = bytesPerPoint(sampled);
  // Points of zero bytes still take memory.
  if (stride === 0 ? count > MAX_EMPTY_POINTS : count * stride > reader.remaining)
    throw new InkFormatError('fewer points than it says');
  const points = Array.from({ length: count }, () => sampled.map(({ name }) => readValue(reader, name)));
  const extended = reader.bytes(reader.uint(2));
  if (reader.remaining > 0) throw new InkFormatError('a representation longer than what is in it');
  return { capturedAt, technology, vendor, device, quality, channels, points, extended };
}

function readValue(reader: ByteReader, name: ChannelName): number {
  if (name !== 'S') return reader.uint(2) - (signedChannels.has(name) ? 0x8000 : 0);
  const state = reader.uint(1);
  if (state > 1) throw new InkFormatError('a pen state that is neither up nor down');
  return state;
}

function readChannel(reader: ByteReader, name: ChannelName): InkChannel {
  const preamble = reader.uint(1);
  if (preamble & 1) throw new InkFormatError('a reserved bit of a channel is set');
  const present: { -readonly [key in (typeof channelAttributes)[number]]?: number } = {};
  for (const [n, key] of channelAttributes.entries()) {
    if (!(preamble & (0x80 >> n))) continue;
    const value = reader.uint(2);
    present[key] =
      key === 'scaling' ? scalingValue(value) : value - (key !== 'deviation' && signedChannels.has(name) ? 0x8000 : 0);
  }
  return {
    name,
    ...present,
    ...(preamble & 0x04 ? { constant: true } : {}),
    ...(preamble & 0x02 ? { detrended: true } : {}),
  };
}

function readDate(reader: ByteReader): Date | null {
  const bytes = reader.bytes(9);
  if (bytes.every((byte) => byte === 0xff)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = bytes.subarray(2, 7);
  const time = new Date(Date.UTC(view.getUint16(0), month - 1, day, hour, minute, second, view.getUint16(7)));
  const isExact = dateBytes(time).every((byte, n) => byte === bytes[n]);
  if (!isExact) throw new InkFormatError('a capture date that does not exist');
  return time;
}
