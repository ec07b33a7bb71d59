/** The engine with the real pdf.js: sizes, positions, resolution, cancelling, and the reasons of failure. */
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
// @ts-expect-error the library describes only the types of its other part
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EnginePdf, openPdf } from './engine.ts';
import { PdfFailure, type PdfTrouble } from './failure.ts';
import { ReusableThread, startThread } from './pdf-thread.ts';

type Listener = (event: { data: unknown }) => void;

/** One end of a channel that copies messages, as between a page and its worker. */
class Port {
  other: Port | null = null;
  readonly listeners = new Set<Listener>();
  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.listeners.add(listener);
  }
  removeEventListener(_: string, listener: Listener): void {
    this.listeners.delete(listener);
  }
  postMessage(message: unknown, transfer?: Transferable[] | null): void {
    const data: unknown = structuredClone(message, { transfer: transfer ?? [] });
    queueMicrotask(() => {
      for (const listener of this.other?.listeners ?? []) listener({ data });
    });
  }
}

/** Runs the worker's program in this thread. */
class SameThreadWorker extends Port {
  static readonly started: SameThreadWorker[] = [];
  onError: (event: Event) => void = () => {};
  isStopped = false;
  constructor() {
    super();
    SameThreadWorker.started.push(this);
    this.other = new Port();
    this.other.other = this;
    WorkerMessageHandler.initializeFromPort(this.other);
  }
  override addEventListener(type: string, listener: Listener): void {
    if (type === 'error') this.onError = listener as unknown as (event: Event) => void;
    else super.addEventListener(type, listener);
  }
  terminate(): void {
    this.isStopped = true;
  }
}

/** Its program never loads. */
class MissingWorker extends SameThreadWorker {
  override postMessage(): void {
    queueMicrotask(() => this.onError(new Event('error')));
  }
}

let thread: ReusableThread;
beforeEach(() => {
  vi.stubGlobal('Worker', SameThreadWorker);
  SameThreadWorker.started.length = 0;
  thread = new ReusableThread();
});
afterEach(() => {
  thread.stop();
  vi.unstubAllGlobals();
});

type Options = ConstructorParameters<typeof PDFDocument>[0];

async function makePdf(write: (pdf: PDFKit.PDFDocument) => void, options: Options = {}): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: [600, 800], margin: 0, ...options });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  write(pdf);
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

/** Serves a file in parts, and counts the requested bytes. */
class PartialFile extends PDFDataRangeTransport {
  requestedBytes = 0;
  readonly #file: Uint8Array;
  constructor(file: Uint8Array) {
    super(file.length, file.slice(0, PART_BYTES));
    this.#file = file;
  }
  override requestDataRange(start: number, end: number): void {
    this.requestedBytes += end - start;
    queueMicrotask(() => this.onDataRange(start, this.#file.slice(start, end)));
  }
}

/** An upright page with a signature field and a black left half; the next one is turned. */
const samplePdf = () =>
  makePdf((pdf) => {
    pdf.rect(0, 0, 300, 800).fill('black');
    pdf.initForm();
    pdf.formText('Firma_1', 60, 640, 240, 80);
    pdf.addPage({ size: [600, 800] });
    Object.assign(pdf.page.dictionary.data, { Rotate: 90 });
  });

/** A PNG of 600 kB that cannot be compressed. */
function randomPixels(): Buffer {
  const canvas = createCanvas(400, 400);
  const pixels = canvas.getContext('2d');
  const { data } = pixels.getImageData(0, 0, 400, 400);
  let seed = 1;
  for (let index = 0; index < data.length; index += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = index % 4 === 3 ? 255 : seed >>> 24;
  }
  pixels.putImageData(new ImageData(data, 400, 400), 0, 0);
  return canvas.toBuffer('image/png');
}

const openSample = async (): Promise<EnginePdf> => openPdf({ data: await samplePdf() }, thread.start());

async function failureReason(opening: Promise<EnginePdf>): Promise<PdfTrouble> {
  const failure: unknown = await opening.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(failure).toBeInstanceOf(PdfFailure);
  return (failure as PdfFailure).trouble;
}

/** Bytes. */
const PART_BYTES = 4_096;

const stubPointer = (isCoarse: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }));
const newCanvas = () => createCanvas(1, 1) as unknown as HTMLCanvasElement;
const { signal: neverAborted } = new AbortController();

describe('an open document', () => {
  it('has the displayed size of each page', async () => {
    const pdf = await openSample();
    expect([pdf.pageCount, pdf.isWhole, pdf.firstSize]).toEqual([2, true, { width: 600, height: 800 }]);
    expect(await pdf.sizeOf(2)).toEqual({ width: 800, height: 600 });
  });

  it('finds rectangles from the upper left of the page, including a rotated one', async () => {
    const pdf = await openSample();
    const field = { left: 60, top: 640, width: 240, height: 80 };
    expect(await pdf.rectangleOn(1, [60, 80, 300, 160])).toEqual(field);
    expect(await pdf.rectangleOn(2, [60, 80, 300, 160])).toEqual({ left: 80, top: 60, width: 80, height: 240 });
    expect(await pdf.fieldRectangle(1, 'Firma_1')).toEqual(field);
    expect(await pdf.fieldRectangle(1, 'Firma_2')).toBeNull();
    expect(await pdf.fieldRectangle(2, 'Firma_1')).toBeNull();
  });

  it('renders a page in screen pixels', async () => {
    const pdf = await openSample();
    const canvas = newCanvas();
    expect(await pdf.draw(1, canvas, { width: 300, pixelRatio: 2, signal: neverAborted })).toEqual({
      width: 600,
      height: 800,
    });
    expect([canvas.width, canvas.height]).toEqual([600, 800]);
    const pixels = canvas.getContext('2d');
    expect([...(pixels?.getImageData(100, 100, 1, 1).data ?? [])]).toEqual([0, 0, 0, 255]);
    expect([...(pixels?.getImageData(500, 100, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
  });

  it.each([
    ['a phone', true, 5_000_000],
    ['a computer', false, 16_000_000],
  ])('renders an enlarged page within the memory limit of %s', async (_, isCoarse, maxPixels) => {
    stubPointer(isCoarse);
    const pdf = await openSample();
    const canvas = newCanvas();
    await pdf.draw(2, canvas, { width: 9000, pixelRatio: 2, signal: neverAborted });
    expect(canvas.width * canvas.height).toBeLessThanOrEqual(maxPixels);
    expect(canvas.width * canvas.height).toBeGreaterThan(maxPixels * 0.99);
  });

  it('ends a cancelled rendering without an error, before and during the rendering', async () => {
    const pdf = await openSample();
    const controller = new AbortController();
    const canvas = newCanvas();
    const getContext = canvas.getContext.bind(canvas) as (...args: unknown[]) => unknown;
    canvas.getContext = ((...args: unknown[]) => {
      queueMicrotask(() => controller.abort());
      return getContext(...args);
    }) as typeof canvas.getContext;
    await pdf.draw(1, canvas, { width: 600, pixelRatio: 1, signal: controller.signal });
    expect([canvas.width, controller.signal.aborted]).toEqual([600, true]);
    const untouchedCanvas = newCanvas();
    await pdf.draw(1, untouchedCanvas, { width: 600, pixelRatio: 1, signal: controller.signal });
    expect(untouchedCanvas.width).toBe(1);
  });

  it('read in parts loads only what its first page needs', async () => {
    const file = await makePdf((pdf) => {
      pdf.rect(0, 0, 300, 800).fill('black');
      pdf.addPage().image(randomPixels(), 0, 0);
    });
    const range = new PartialFile(file);
    const pdf = await openPdf({ range, rangeChunkSize: PART_BYTES }, thread.start());
    await pdf.draw(1, newCanvas(), { width: 300, pixelRatio: 1, signal: neverAborted });
    expect([pdf.pageCount, pdf.isWhole]).toEqual([2, false]);
    expect(range.requestedBytes).toBeLessThan(file.length / 10);
  });

  it('closes, and its worker opens the next one', async () => {
    const first = await openSample();
    await first.close();
    first.release(1);
    expect((await openSample()).pageCount).toBe(2);
    expect(SameThreadWorker.started).toHaveLength(1);
  });
});

describe('a document that cannot be shown', () => {
  it('is encrypted', async () => {
    const data = await makePdf((pdf) => pdf.rect(0, 0, 10, 10).fill(), { userPassword: 'segreta', pdfVersion: '1.7' });
    expect(await failureReason(openPdf({ data }, thread.start()))).toBe('encrypted');
  });

  it('is broken', async () => {
    const data = new TextEncoder().encode('%PDF-1.7 e poi più nulla');
    expect(await failureReason(openPdf({ data }, thread.start()))).toBe('broken');
  });

  it('waits for a network when the worker does not load, and is then opened by a new worker', async () => {
    vi.stubGlobal('Worker', MissingWorker);
    expect(await failureReason(openPdf({ data: await samplePdf() }, thread.start()))).toBe('away');
    vi.stubGlobal('Worker', SameThreadWorker);
    expect((await openSample()).pageCount).toBe(2);
    expect(SameThreadWorker.started.map(({ isStopped }) => isStopped)).toEqual([true, false]);
  });

  it('is broken when the worker stops with an error', async () => {
    const failingThread = startThread();
    const opening = openPdf({ data: await samplePdf() }, failingThread);
    SameThreadWorker.started[0]?.onError(new ErrorEvent('error'));
    expect(await failureReason(opening)).toBe('broken');
    expect(failingThread.hasFailed).toBe(true);
  });

  it('is unreachable when a part of its file does not arrive', async () => {
    const lost = Promise.reject(new PdfFailure('unreachable'));
    const range = new PDFDataRangeTransport(1_000_000, (await samplePdf()).slice(0, 100));
    expect(await failureReason(openPdf({ range, rangeChunkSize: 65_536 }, thread.start(), lost))).toBe('unreachable');
  });
});
