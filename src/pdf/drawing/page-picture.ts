/** Types of a page rendered to pixels. */

/** Pixels per inch at which pages are compared: a 6 pt full stop covers more than one pixel. */
export const DRAWING_DPI = 160;
/** Larger sheets are drawn at lower resolution: an A2 at full resolution has 21 million pixels. */
const MAX_PIXELS = 12_000_000;

/** Mask of the colour bytes in a pixel read as a word. */
const COLOUR = 0xffffff;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Rows from the top, on white paper: red, green, blue and an unused byte (255 in every case observed). */
  readonly data: Uint8Array;
}

/** Part of a picture, in pixels from the left and the top. */
export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a page as displayed, in points, after rotation and UserUnit. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A file opened by one engine. Pages are numbered from 0. */
export interface OpenDrawing {
  readonly pages: number;
  size(page: number): Promise<PageSize>;
  /**
   * The page is stretched to fill the pixels.
   * @param part of these pixels: draws only this; without it, the whole page. @throws when the engine cannot draw it.
   */
  draw(page: number, pixels: PageSize, part?: PixelBox): Promise<Picture>;
  close(): Promise<void>;
}

/** A program that draws pages. */
export interface DrawingEngine<Open extends OpenDrawing = OpenDrawing> {
  readonly name: 'pdf.js' | 'PDFium';
  /**
   * @param transfer the caller no longer needs the bytes: the engine may take over their memory and leave them empty.
   * @throws when the engine cannot open the file.
   */
  open(bytes: Uint8Array, transfer?: boolean): Promise<Open>;
}

export const wholePage = ({ width, height }: PageSize): PixelBox => ({ x: 0, y: 0, width, height });

/** @returns the size in pixels at which a page of this size is rendered. */
export function pixelsOf({ width, height }: PageSize, dpi = DRAWING_DPI): PageSize {
  const scale = Math.min(dpi / 72, Math.sqrt(MAX_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** @returns whether all pixels of a box have the same colour. */
export function isUniform({ data, width, height }: Picture, box: PixelBox): boolean {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const first = (pixels[box.y * width + box.x] as number) & COLOUR;
  for (let row = box.y; row < box.y + box.height; row++) {
    for (let column = box.x; column < box.x + box.width; column++) {
      if (((pixels[row * width + column] as number) & COLOUR) !== first) return false;
    }
  }
  return true;
}

/** @returns the grey levels of a box, row by row from the top. */
export function greyOf({ data, width }: Picture, box: PixelBox): Uint8Array {
  const grey = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row++) {
    for (let column = 0; column < box.width; column++) {
      const at = ((box.y + row) * width + box.x + column) * 4;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      grey[row * box.width + column] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    }
  }
  return grey;
}

/** Makes boxes white. */
export function blank({ data, width, height }: Picture, boxes: readonly PixelBox[]): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (const box of boxes) {
    for (let row = box.y; row < box.y + box.height; row++) {
      pixels.fill(0xffffffff, row * width + box.x, row * width + box.x + box.width);
    }
  }
}

/** @returns the box around two corners in pixels, clipped to the picture; null when it is entirely outside. */
export function boxAround(
  [left, top, right, bottom]: readonly [number, number, number, number],
  { width, height }: PageSize,
  margin = 0,
): PixelBox | null {
  const x = Math.max(0, Math.floor(Math.min(left, right)) - margin);
  const y = Math.max(0, Math.floor(Math.min(top, bottom)) - margin);
  const box = {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(left, right)) + margin) - x,
    height: Math.min(height, Math.ceil(Math.max(top, bottom)) + margin) - y,
  };
  return box.width > 0 && box.height > 0 ? box : null;
}
