/** Judges one PDF (D-11, signing.md rule 1). Runs inside the gate's child process only: it may crash, hang or grow. */
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { isWhitespace, SyntaxFault } from '#formats/verify/syntax.ts';
import { follow, type Resolve, refuseActiveContent } from './active-content.ts';
import { firstDisagreement, type Seen } from './agreement.ts';
import { contentFault } from './content/index.ts';
import { hasFieldsToFlatten, refuseExtras } from './flatten.ts';
import { INCOMING } from './grammar.ts';
import { rewritePdf } from './normalise.ts';
import { type GateResult, MAX_PDF_BYTES, Refused } from './outcome.ts';
import { PlainCopy } from './plain.ts';

/** Said in the words of the refusal too. */
const MAX_PAGES = 2000;
/** ISO 32000-2 annex C: no conforming file numbers its objects higher. */
const MAX_OBJECT_NUMBER = 8_388_607;

interface Reading extends Seen {
  pages: PdfDict[];
  /** Of the header or of the catalog, whichever is newer. */
  version: string;
  /** Why the file cannot stay as it is; null for a plain one that every reader reads alike. */
  fault: string | null;
}

/** @returns the judgement; failures of the reader itself are thrown and mean a broken file. */
export async function inspectPdf(bytes: Uint8Array): Promise<GateResult> {
  try {
    const reading = await judge(bytes);
    if (reading.fault === null) {
      return { ok: true, bytes, pages: reading.pages.length, normalised: false };
    }
    const rewritten = await rewritePdf(reading, reading.version);
    const again = await judge(rewritten);
    if (again.fault !== null) throw new Refused('pdf.broken', `the file cannot be repaired: ${again.fault}`);
    if (again.pages.length !== reading.pages.length) throw new Refused('pdf.broken', 'pages are lost by the repair');
    return { ok: true, bytes: rewritten, pages: again.pages.length, normalised: true };
  } catch (error) {
    if (error instanceof Refused) {
      const { code, message: detail, parameters } = error;
      return { ok: false, code, detail, ...(parameters && { parameters }) };
    }
    throw error;
  }
}

async function judge(bytes: Uint8Array): Promise<Reading> {
  if (bytes.byteLength > MAX_PDF_BYTES) throw new Refused('pdf.tooLarge', `${bytes.byteLength} bytes`);
  if (!hasHeader(bytes)) throw new Refused('pdf.notPdf', 'no %PDF- in the first 1024 bytes');
  const reading = await read(bytes);
  if (reading.pages.length === 0) throw new Refused('pdf.broken', 'no pages');
  refuseExtras(reading.pages, reading.resolve);
  if (reading.pages.length > MAX_PAGES) throw new Refused('pdf.tooManyPages', `${reading.pages.length} pages`);
  return reading;
}

async function read(bytes: Uint8Array): Promise<Reading> {
  // A file that needs recovery has lost its trailer, and with it the mark of encryption.
  const marked = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt');
  let pdf: PDF;
  try {
    pdf = await PDF.load(bytes);
  } catch (error) {
    if (marked) throw new Refused('pdf.encrypted', 'encrypted and unreadable');
    throw new Refused('pdf.broken', error instanceof Error ? error.message : 'unreadable');
  }
  if (pdf.isEncrypted || (pdf.recoveredViaBruteForce && marked)) throw new Refused('pdf.encrypted', 'encrypted');
  const strict = await readStrictly(bytes);
  const mended = seenBy(pdf);
  if (!strict || pdf.recoveredViaBruteForce) {
    refuseActiveObjects(pdf, mended);
    return { ...mended, ...pagesAndVersion(mended, bytes), fault: 'it had to be repaired' };
  }
  const { seen, objects, sound } = strict;
  refuseActiveContent(seen.trailer, seen.resolve);
  for (const object of objects) refuseActiveContent(object, seen.resolve);
  const found = pagesAndVersion(seen, bytes);
  return { ...seen, ...found, fault: sound ? faultOf(seen, mended, found.pages) : 'there are bytes behind its end' };
}

/** What signs the file later reads it with the library, others read it to the letter: both must see the same plain document. */
function faultOf(strict: Seen, mended: Seen, pages: readonly PdfDict[]): string | null {
  const odd = firstDisagreement(strict, mended);
  if (odd !== null) return `object ${odd} is read in two ways`;
  if (hasFieldsToFlatten(pages, catalogOf(strict), strict.resolve)) return 'something is drawn over its pages';
  const copy = new PlainCopy(strict.resolve, INCOMING);
  copy.copy(strict.trailer);
  const [dropped] = copy.dropped;
  return dropped ?? contentFault(pages, strict.resolve);
}

const catalogOf = ({ trailer, resolve }: Seen): PdfDict => {
  const catalog = follow(trailer.get('Root'), resolve);
  if (!(catalog instanceof PdfDict)) throw new Refused('pdf.broken', 'no catalog');
  return catalog;
};

function pagesAndVersion(seen: Seen, bytes: Uint8Array): Pick<Reading, 'pages' | 'version'> {
  const catalog = catalogOf(seen);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1100)).toString('latin1');
  const versions = [/%PDF-([12]\.\d)/.exec(head)?.[1], catalog.getName('Version', seen.resolve)?.value, '1.4'];
  const version =
    versions
      .filter((one) => one !== undefined && /^[12]\.\d$/.test(one))
      .sort()
      .at(-1) ?? '1.7';
  return { pages: pagesOf(catalog, seen.resolve), version };
}

const seenBy = (pdf: PDF): Seen => {
  const { registry, info } = pdf.context;
  return { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) };
};

/** Every object as the norm has it, or null where the file needs repair. White space behind the end needs none. */
async function readStrictly(bytes: Uint8Array): Promise<{ seen: Seen; objects: PdfObject[]; sound: boolean } | null> {
  try {
    const file = await StrictFile.open(bytes);
    const objects = file.numbersAt(file.last).flatMap((number) => file.objectAt(file.last, number) ?? []);
    const tail = bytes.subarray(bytes.length - file.trailing);
    const seen = {
      trailer: file.revisions[file.last]?.trailer ?? new PdfDict(),
      resolve: file.resolver(file.last),
    };
    return { seen, objects, sound: tail.every(isWhitespace) };
  } catch (error) {
    if (error instanceof SyntaxFault) return null;
    throw error;
  }
}

function refuseActiveObjects(pdf: PDF, { trailer, resolve }: Seen): void {
  const { registry } = pdf.context;
  if (registry.nextObjectNumber > MAX_OBJECT_NUMBER) throw new Refused('pdf.broken', 'object numbers too high');
  refuseActiveContent(trailer, resolve);
  for (let number = 1; number < registry.nextObjectNumber; number++) {
    const object = registry.resolve(PdfRef.of(number, 0));
    if (object) refuseActiveContent(object, resolve);
  }
}

/** The leaves of the page tree, in order; a node met twice ends the reading. */
function pagesOf(catalog: PdfDict, resolve: Resolve): PdfDict[] {
  const pages: PdfDict[] = [];
  const seen = new Set<PdfObject>();
  const open: (PdfObject | undefined)[] = [catalog.get('Pages')];
  while (open.length > 0) {
    const node = follow(open.pop(), resolve);
    if (!(node instanceof PdfDict)) continue;
    if (seen.has(node)) throw new Refused('pdf.broken', 'the page tree turns back on itself');
    seen.add(node);
    const kids = follow(node.get('Kids'), resolve);
    if (kids instanceof PdfArray) open.push(...[...kids].reverse());
    else pages.push(node);
    if (pages.length > MAX_PAGES) break;
  }
  return pages;
}

function hasHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-');
}
