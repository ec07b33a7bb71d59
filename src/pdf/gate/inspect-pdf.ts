/** Judges one PDF. Runs only in the gate's child process: it may crash, hang or grow. */
import { PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { refuseActiveContent, usageRights } from './active-content.ts';
import { contentFault } from './content/index.ts';
import { INCOMING } from './file-grammar.ts';
import { hasFieldsToFlatten, refuseUnsupportedAnnotations } from './flatten.ts';
import { formActions } from './form-actions.ts';
import { type GateResult, MAX_PDF_BYTES, Refused } from './gate-result.ts';
import { PlainCopy } from './plain-copy.ts';
import { type DocumentView, firstDisagreement } from './reader-agreement.ts';
import { follow } from './reading/follow-references.ts';
import { decrypted, encryptionNumberOf } from './reading/owner-password.ts';
import { readStrictly, refuseAmbiguous, refuseOtherGenerations } from './reading/strict-reading.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { MAX_PAGES, type PageTree, readPageTree } from './tree/page-tree.ts';

/** ISO 32000-2, annex C: no conforming file has higher object numbers. */
const MAX_OBJECT_NUMBER = 8_388_607;

interface Reading extends DocumentView {
  tree: PageTree;
  /** The newer of the header's and the catalog's version. */
  version: string;
  /** Why the file must be rewritten; null for a plain one that every reader interprets alike. */
  fault: string | null;
}

/** @returns the judgement; failures of the reader itself are thrown and mean a broken file. */
export async function inspectPdf(bytes: Uint8Array): Promise<GateResult> {
  try {
    const reading = await readAndCheck(bytes);
    const pages = reading.tree.leaves.length;
    if (reading.fault === null) return { ok: true, bytes, pages, normalised: false };
    const rewritten = await rewritePdf(reading, reading.version);
    const recheck = await readAndCheck(rewritten);
    if (recheck.fault !== null) throw new Refused('pdf.broken', `the file cannot be repaired: ${recheck.fault}`);
    if (recheck.tree.leaves.length !== pages) throw new Refused('pdf.broken', 'the repair loses pages');
    return { ok: true, bytes: rewritten, pages, normalised: true };
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, code: error.code, detail: error.message, parameters: error.parameters };
    }
    throw error;
  }
}

async function readAndCheck(bytes: Uint8Array): Promise<Reading> {
  if (bytes.byteLength > MAX_PDF_BYTES) throw new Refused('pdf.tooLarge', `${bytes.byteLength} bytes`);
  if (!hasHeader(bytes)) throw new Refused('pdf.notPdf', 'no %PDF- in the first 1024 bytes');
  const reading = await read(bytes);
  const { leaves } = reading.tree;
  if (leaves.length === 0) throw new Refused('pdf.broken', 'no pages');
  refuseUnsupportedAnnotations(new Set(leaves.map(({ dict }) => dict)), reading.resolve);
  if (leaves.length > MAX_PAGES) throw new Refused('pdf.tooManyPages', `${leaves.length} pages`);
  return reading;
}

async function read(bytes: Uint8Array): Promise<Reading> {
  // A file that needs recovery has lost its trailer, and with it the sign of encryption.
  const mentionsEncryption = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt');
  let pdf: PDF;
  try {
    pdf = await PDF.load(bytes);
  } catch (error) {
    if (mentionsEncryption) throw new Refused('pdf.encrypted', 'encrypted and unreadable');
    throw new Refused('pdf.broken', error instanceof Error ? error.message : 'unreadable');
  }
  if (pdf.recoveredViaBruteForce && mentionsEncryption) throw new Refused('pdf.encrypted', 'encrypted');
  if (pdf.isEncrypted) {
    const decryptedPdf = await decrypted(pdf, bytes);
    return { ...readLeniently(decryptedPdf, bytes), fault: 'it was encrypted' };
  }
  const strict = await readStrictly(bytes);
  const lenient = viewOf(pdf);
  if (!('seen' in strict)) {
    refuseAmbiguous(lenient, strict);
    return { ...readLeniently(pdf, bytes), fault: 'it had to be repaired' };
  }
  const { seen, objects } = strict;
  refuseActiveContent(seen.trailer, seen.resolve);
  const harmless = harmlessObjects(seen);
  for (const object of objects) refuseActiveContent(object, seen.resolve, harmless);
  const treeInfo = treeAndVersion(seen, bytes);
  refuseOtherGenerations(treeInfo.tree, strict);
  const repairFault = pdf.recoveredViaBruteForce ? 'it had to be repaired' : null;
  return { ...seen, ...treeInfo, fault: strict.fault ?? repairFault ?? faultOf(seen, lenient, treeInfo.tree) };
}

/** The file as read by the library. */
function readLeniently(pdf: PDF, bytes: Uint8Array): Omit<Reading, 'fault'> {
  const view = viewOf(pdf);
  refuseActiveObjects(pdf, view);
  return { ...view, ...treeAndVersion(view, bytes) };
}

/** Signing later reads the file with the library, other programs read it strictly: both must see the same plain document. */
function faultOf(strict: DocumentView, lenient: DocumentView, { leaves, fault }: PageTree): string | null {
  const objectNumber = firstDisagreement(strict, lenient);
  if (objectNumber !== null) return `object ${objectNumber} is read in two ways`;
  if (fault !== null) return fault;
  const pages = leaves.map(({ dict }) => dict);
  if (hasFieldsToFlatten(pages, catalogOf(strict), strict.resolve)) return 'annotations are drawn over its pages';
  const copy = new PlainCopy(strict.resolve, INCOMING);
  copy.copy(strict.trailer);
  const [dropped] = copy.dropped;
  return dropped ?? contentFault(pages, strict.resolve);
}

const catalogOf = ({ trailer, resolve }: DocumentView): PdfDict => {
  const catalog = follow(trailer.get('Root'), resolve);
  if (!(catalog instanceof PdfDict)) throw new Refused('pdf.broken', 'no catalog');
  return catalog;
};

/** Objects that no reader activates automatically; they are dropped. */
function harmlessObjects(view: DocumentView): Set<PdfObject> {
  const catalog = catalogOf(view);
  const actions = formActions(catalog, view.trailer.get('Root'), view.resolve);
  return new Set([...actions, ...usageRights(catalog, view.resolve)]);
}

function treeAndVersion(view: DocumentView, bytes: Uint8Array): Pick<Reading, 'tree' | 'version'> {
  const catalog = catalogOf(view);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1100)).toString('latin1');
  const versions = [/%PDF-([12]\.\d)/.exec(head)?.[1], catalog.getName('Version', view.resolve)?.value, '1.4'];
  const version =
    versions
      .filter((version) => version !== undefined && /^[12]\.\d$/.test(version))
      .sort()
      .at(-1) ?? '1.7';
  return { tree: readPageTree(catalog, view.resolve), version };
}

const viewOf = (pdf: PDF): DocumentView => {
  const { registry, info } = pdf.context;
  return { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) };
};

function refuseActiveObjects(pdf: PDF, lenient: DocumentView): void {
  const { registry } = pdf.context;
  const { trailer, resolve } = lenient;
  const harmless = harmlessObjects(lenient);
  if (registry.nextObjectNumber > MAX_OBJECT_NUMBER) throw new Refused('pdf.broken', 'object numbers too high');
  refuseActiveContent(trailer, resolve);
  for (let number = 1; number < registry.nextObjectNumber; number++) {
    if (number === encryptionNumberOf(pdf)) continue;
    const object = registry.resolve(PdfRef.of(number, 0));
    if (object) refuseActiveContent(object, resolve, harmless);
  }
}

function hasHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-');
}
