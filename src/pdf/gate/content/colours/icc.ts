/** Checks that a colour profile (ICC.1:2022) is what the file states, so that readers with and without profiles agree. */

const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, 'RGB ': 3, 'Lab ': 3, CMYK: 4 };
const HEADER = 128;

/** @returns the number of components of a profile's device space, or null when the data is not a profile. */
export function profileComponents(bytes: Uint8Array): number | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < HEADER + 4 || data.toString('latin1', 36, 40) !== 'acsp') return null;
  const space = data.toString('latin1', 16, 20);
  return Object.hasOwn(COMPONENTS, space) ? (COMPONENTS[space] ?? null) : null;
}

/**
 * Whether the curves of a curve-based profile run from dark to light: an inverting one shows black as white in readers
 * that use profiles. Table-based profiles have no curves and count as sound.
 */
export function hasRisingCurves(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return ['rTRC', 'gTRC', 'bTRC', 'kTRC'].every((name) => {
    const tag = tagOf(data, name);
    return tag === null || isRising(data, tag.offset, tag.size);
  });
}

/** Whether the red, green and blue primaries of a profile are mostly themselves. Table-based profiles count as sound. */
export function hasOwnPrimaries(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const tag = tagOf(data, name);
    if (tag === null || tag.offset + 20 > data.length) return null;
    return [8, 12, 16].map((at) => data.readInt32BE(tag.offset + at) / 65_536);
  });
  if (!red || !green || !blue) return true;
  const [[xr = 0, yr = 0, zr = 0], [, yg = 0, zg = 0], [xb = 0, yb = 0, zb = 0]] = [red, green, blue];
  return xr > zr && xr >= xb && yg > yr && yg > yb && yg > zg && zb > xb && zb > zr && zb > zg;
}

function tagOf(data: Buffer, name: string): { offset: number; size: number } | null {
  const count = data.readUInt32BE(HEADER);
  for (let row = HEADER + 4, index = 0; index < count && row + 12 <= data.length; index++, row += 12) {
    if (data.toString('latin1', row, row + 4) === name) {
      return { offset: data.readUInt32BE(row + 4), size: data.readUInt32BE(row + 8) };
    }
  }
  return null;
}

/** Fraction of full scale by which a curve may fall, as those of scanners do. */
const TOLERANCE = 0.02;

function isRising(data: Buffer, offset: number, size: number): boolean {
  if (offset + Math.max(size, 12) > data.length) return false;
  const type = data.toString('latin1', offset, offset + 4);
  const curve = type === 'curv' ? table(data, offset) : type === 'para' ? parametric(data, offset) : null;
  if (curve === null) return false;
  const values = Array.from({ length: 17 }, (_, step) => curve(step / 16));
  const first = values[0] as number;
  const last = values[16] as number;
  if (!(first <= 0.25 && last >= 0.75)) return false;
  return values.every((value, index) => index === 0 || value >= (values[index - 1] as number) - TOLERANCE);
}

type Curve = (x: number) => number;

function table(data: Buffer, offset: number): Curve | null {
  const count = data.readUInt32BE(offset + 8);
  if (count === 0) return (x) => x;
  if (offset + 12 + count * 2 > data.length) return null;
  if (count === 1) {
    const gamma = data.readUInt16BE(offset + 12) / 256;
    return gamma > 0 ? (x) => x ** gamma : null;
  }
  return (x) => data.readUInt16BE(offset + 12 + 2 * Math.round(x * (count - 1))) / 65_535;
}

/** Number of parameters of each type of parametric curve (ICC.1:2022, 10.18). */
const PARAMETERS = [1, 3, 4, 5, 7];

function parametric(data: Buffer, offset: number): Curve | null {
  const count = PARAMETERS[data.readUInt16BE(offset + 8)];
  if (count === undefined || offset + 12 + count * 4 > data.length) return null;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, index) => data.readInt32BE(offset + 12 + index * 4) / 65_536,
  );
  if (count === 1) return (x) => x ** g;
  if (count === 3) return (x) => (a * x + b >= 0 ? (a * x + b) ** g : 0);
  if (count === 4) return (x) => (a * x + b >= 0 ? (a * x + b) ** g + c : c);
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
}
