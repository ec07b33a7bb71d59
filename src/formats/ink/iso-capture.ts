/** Converts a captured signature to one ISO/IEC 19794-7 representation, and back. */
import { type Capture, type CapturedPoint, type Pointer, samplingRate } from './capture.ts';
import { type ChannelName, decodeInk, encodeInk, type InkChannel, InkFormatError } from './iso19794-7.ts';

/** The format tag that the envelope stores with the record. */
export const inkFormat = 'ISO/IEC 19794-7:2014';

/** Hundredths of a millimetre, milliseconds, ten-thousandths of full pressure, hundredths of a degree. */
const scalings = { X: 100, Y: 100, T: 1000, F: 10_000, TX: 100, TY: 100 } as const;

/** Longest signature: T has 16 bits. */
export const maxDurationMs = 0xffff;

/** Pointer type and sampling rate; pressure is a fraction of the device's maximum, because browsers report no newtons. */
interface CaptureConditions {
  pointer: Pointer;
  pressed: boolean;
  rate: number;
}

/** @throws InkFormatError if it lasts longer than 65.535 s or exceeds the format's ranges. */
export function inkOf(capture: Capture): Uint8Array<ArrayBuffer> {
  const tilted = capture.points.some(({ tilt }) => tilt !== null);
  const [width, height] = [capture.width, capture.height].map((size) => Math.round(size * 100));
  const channels: InkChannel[] = [
    { name: 'X', scaling: scalings.X, minimum: 0, maximum: width },
    { name: 'Y', scaling: scalings.Y, minimum: 0, maximum: height },
    { name: 'T', scaling: scalings.T },
    { name: 'F', scaling: scalings.F, minimum: 0, maximum: scalings.F },
    { name: 'S' },
    ...(tilted ? (['TX', 'TY'] as const).map((name) => ({ name, scaling: scalings[name] })) : []),
  ];
  const points = capture.points.map(({ x, y, t, pressure, down, tilt }) => [
    Math.round(x * scalings.X),
    Math.round(y * scalings.Y),
    Math.round(t),
    Math.round(pressure * scalings.F),
    down ? 1 : 0,
    ...(tilted ? [Math.round((tilt?.[0] ?? 0) * scalings.TX), Math.round((tilt?.[1] ?? 0) * scalings.TY)] : []),
  ]);
  if (points.some((point, n) => n > 0 && (point[2] ?? 0) < (points[n - 1]?.[2] ?? 0))) {
    throw new InkFormatError('time runs backwards');
  }
  const conditions: CaptureConditions = {
    pointer: capture.pointer,
    pressed: capture.pressed,
    rate: samplingRate(capture.points),
  };
  return encodeInk([
    {
      capturedAt: capture.startedAt,
      technology: 0,
      vendor: 0,
      device: 0,
      quality: [],
      channels,
      points,
      extended: new TextEncoder().encode(JSON.stringify(conditions)),
    },
  ]);
}

/** @throws InkFormatError if the record does not hold exactly one signature or omits its scaling. */
export function captureOf(ink: Uint8Array): Capture {
  const [representation, ...more] = decodeInk(ink);
  if (!representation || more.length > 0) throw new InkFormatError('one representation was expected');
  const { channels } = representation;
  const sampled = channels.filter(({ constant }) => !constant);
  const reader = (name: ChannelName): ((point: readonly number[]) => number) | null => {
    const index = sampled.findIndex((channel) => channel.name === name);
    const scaling = sampled[index]?.scaling ?? (name === 'S' ? 1 : undefined);
    if (index < 0) return null;
    if (scaling === undefined) throw new InkFormatError(`the channel ${name} does not say its scaling`);
    return (point) => (point[index] ?? 0) / scaling;
  };
  const [x, y, t] = [reader('X'), reader('Y'), reader('T')];
  if (!x || !y || !t) throw new InkFormatError('the channels X, Y and T were expected');
  const [force, state, tiltX, tiltY] = [reader('F'), reader('S'), reader('TX'), reader('TY')];
  const points = representation.points.map((point): CapturedPoint => {
    const pressure = force?.(point) ?? 0;
    const tilt = tiltX && tiltY ? ([tiltX(point), tiltY(point)] as const) : null;
    const down = state ? state(point) === 1 : pressure > 0;
    return { x: x(point), y: y(point), t: Math.round(t(point) * 1000), pressure, tilt, down };
  });
  const extent = (name: 'X' | 'Y'): number => {
    const channel = channels.find((candidate) => candidate.name === name);
    return ((channel?.maximum ?? 0) - (channel?.minimum ?? 0)) / (channel?.scaling ?? 1);
  };
  const { pointer, pressed } = readConditions(representation.extended);
  const startedAt = representation.capturedAt ?? new Date(0);
  return { startedAt, pointer, width: extent('X'), height: extent('Y'), pressed, points };
}

function readConditions(extended: Uint8Array): Pick<CaptureConditions, 'pointer' | 'pressed'> {
  try {
    const conditions: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(extended));
    if (typeof conditions === 'object' && conditions !== null && 'pointer' in conditions && 'pressed' in conditions) {
      const { pointer, pressed } = conditions;
      if ((pointer === 'pen' || pointer === 'touch' || pointer === 'mouse') && typeof pressed === 'boolean') {
        return { pointer, pressed };
      }
    }
  } catch {
    // Falls through: extended data of other writers is ignored.
  }
  throw new InkFormatError('the circumstances of the capture cannot be read');
}
