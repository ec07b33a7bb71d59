/** Reads how many pixels an image claims to have from its headers, without decoding it. */

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function png(data: DataView): number | undefined {
  // PNG 11.2.2: IHDR is the first chunk; width and height follow its name.
  if (data.byteLength < 24 || data.getUint32(12) !== 0x49484452) return undefined;
  return data.getUint32(16) * data.getUint32(20);
}

function jpeg(data: DataView): number | undefined {
  let at = 2;
  while (at + 9 < data.byteLength) {
    if (data.getUint8(at) !== 0xff) return undefined;
    const marker = data.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xd0 && marker <= 0xd9) {
      at += 2;
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      // ITU-T T.81 B.2.2: length, precision, lines, samples per line.
      return data.getUint16(at + 5) * data.getUint16(at + 7);
    } else {
      at += 2 + Math.max(2, data.getUint16(at + 2));
    }
  }
  return undefined;
}

function tiff(data: DataView): number | undefined {
  const little = data.getUint8(0) === 0x49;
  if (data.byteLength < 8) return undefined;
  const directory = data.getUint32(4, little);
  if (directory + 2 > data.byteLength) return undefined;
  const entries = data.getUint16(directory, little);
  let width = 0;
  let height = 0;
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 12 > data.byteLength) return undefined;
    const tag = data.getUint16(at, little);
    // TIFF 6.0, section 8: ImageWidth 256 and ImageLength 257, SHORT (3) or LONG (4).
    const value =
      data.getUint16(at + 2, little) === 3 ? data.getUint16(at + 8, little) : data.getUint32(at + 8, little);
    if (tag === 256) width = value;
    if (tag === 257) height = value;
  }
  return width > 0 && height > 0 ? width * height : undefined;
}

/** @returns undefined when the headers do not contain it. */
export function imagePixels(bytes: Uint8Array): number | undefined {
  if (bytes.byteLength < 8) return undefined;
  const data = view(bytes);
  if (bytes[0] === 0x89) return png(data);
  return bytes[0] === 0xff ? jpeg(data) : tiff(data);
}
