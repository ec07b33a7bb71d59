/** Realistic uploads, each with unique content: typed text, photos, scans. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import { randomOf } from '../../../test/chance.ts';

const FONT = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');
GlobalFonts.registerFromPath(join(FONT, 'LiberationSans-Regular.ttf'), 'Scan');

/** A4. */
const PAGE = [0, 0, { width: 595.28, height: 841.89 }] as const;
const PHOTO = { width: 1600, height: 1200 };
const WORDS = 'prezzo consegna garanzia condizioni veicolo targa acquisto usato bollo rata importo cliente firma'.split(
  ' ',
);

interface Scanned {
  /** Pixels per inch. */
  readonly dpi: number;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
}

export type PageKind = 'text' | 'photo' | 'scan';

/**
 * @param seed a different seed gives different content on every page.
 * @param kinds content of each page. @param scanned settings of the scanned pages.
 */
export async function givenPaper(
  seed: number,
  kinds: readonly PageKind[],
  scanned: Scanned = { dpi: 200, quality: 80 },
): Promise<Buffer> {
  const chance = randomOf(seed);
  const document = new PDFDocument({ size: 'A4', margin: 48, autoFirstPage: false, info: { Title: `Atto ${seed}` } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.once('end', resolve));
  for (const [index, kind] of kinds.entries()) {
    document.addPage();
    if (kind === 'scan') document.image(scan(chance, scanned), ...PAGE);
    else {
      document
        .fontSize(16)
        .text(`Atto ${seed}, pagina ${index + 1}`)
        .moveDown(0.5)
        .fontSize(9);
      if (kind === 'photo') document.image(photo(chance), { width: 480 }).moveDown();
      for (let line = 0; line < (kind === 'photo' ? 15 : 55); line++) document.text(sentence(chance));
    }
  }
  document.end();
  await done;
  return Buffer.concat(chunks);
}

function sentence(chance: () => number): string {
  const word = (): string => WORDS[Math.floor(chance() * WORDS.length)] ?? '';
  return `${word()} ${word()} ${word()}: € ${(chance() * 90_000).toFixed(2)}; ${word()} ${word()} ${word()} ${word()} n. ${Math.floor(chance() * 1e6)}.`;
}

/** Grey paper with scanner noise and lines of text. */
function scan(chance: () => number, { dpi, quality }: Scanned): Buffer {
  const [width, height] = [Math.round(8.27 * dpi), Math.round(11.69 * dpi)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f3ee';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#222226';
  context.font = `${0.15 * dpi}px Scan`;
  for (let line = 0; line < 40; line++) context.fillText(sentence(chance), 0.65 * dpi, (1 + line * 0.25) * dpi);
  grain(context, chance, 14, width, height);
  return canvas.toBuffer('image/jpeg', quality);
}

/** Smooth colours, shapes with edges, and noise. */
function photo(chance: () => number): Buffer {
  const { width, height } = PHOTO;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, `hsl(${chance() * 360} 50% 70%)`);
  sky.addColorStop(1, `hsl(${chance() * 360} 40% 30%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  for (let shape = 0; shape < 60; shape++) {
    context.fillStyle = `hsl(${chance() * 360} 60% ${20 + chance() * 60}%)`;
    context.beginPath();
    context.ellipse(chance() * width, chance() * height, 20 + chance() * 160, 20 + chance() * 90, chance() * 3, 0, 7);
    context.fill();
  }
  grain(context, chance, 20, width, height);
  return canvas.toBuffer('image/jpeg', 80);
}

function grain(context: SKRSContext2D, chance: () => number, strength: number, width: number, height: number): void {
  const image = context.getImageData(0, 0, width, height);
  for (let at = 0; at < image.data.length; at += 4) {
    const by = (chance() - 0.5) * strength;
    for (let channel = 0; channel < 3; channel++) image.data[at + channel] = (image.data[at + channel] as number) + by;
  }
  context.putImageData(image, 0, 0);
}
