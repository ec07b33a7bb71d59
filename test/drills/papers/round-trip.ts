/** Sends random documents through gate, preparation and signature: every signed file is plain, and three readers see the same. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfDict, PdfRef } from '@libpdf/core';
import { makeKey } from '#formats/test-keys.suite.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { eachReference, StrictFile } from '#formats/verify/strict-file.ts';
import { checkPrepared } from '#pdf/gate/check-prepared.ts';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { firstDisagreement } from '#pdf/gate/reader-agreement.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePlan, stampWith, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { randomOf } from '../../chance.ts';
import { isSameObject, qpdfObjects } from './qpdf-json.ts';
import { Random, randomPaper } from './random-paper.ts';

export interface RoundTripReport {
  readonly papers: number;
  readonly signed: number;
  /** Number of answers of the gate, by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Objects compared between the three readers. */
  readonly objects: number;
  readonly problems: readonly string[];
}

/** Must never appear in a signed file, in any notation. */
const FORBIDDEN =
  /\/(JavaScript|JS|Launch|GoToR|GoToE|SubmitForm|Named|Thread|EmbeddedFile|FileAttachment|OCProperties|AA)\b/;

const PLAN = { ...samplePlan, points: samplePlan.points.slice(0, 1) };

/** @param seed reproduces the same papers. */
export async function roundTripDrill({ papers, seed }: { papers: number; seed: number }): Promise<RoundTripReport> {
  const authority = await testAuthority();
  const key = {
    ...(await makeKey('seal', { issuer: authority.issuing })),
    chain: [authority.issuing.certificate, authority.root.certificate],
  };
  const folder = await mkdtemp(join(tmpdir(), 'papers-'));
  const chance = new Random(randomOf(seed));
  const outcomes: Record<string, number> = {};
  const problems: string[] = [];
  let signed = 0;
  let objects = 0;

  const sign = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const prepared = (await prepareForSigning(bytes, PLAN)).bytes;
    await checkPrepared(prepared);
    const request = { field: PLAN.points[0]?.id ?? '', key, stamp: stampWith(authority), signedAt: testNow() };
    return (await applySignature(prepared, request)).bytes;
  };

  const compare = async (bytes: Uint8Array): Promise<string | null> => {
    const file = await StrictFile.open(bytes);
    const strict = { trailer: file.revisions[file.last]?.trailer ?? new PdfDict(), resolve: file.resolver(file.last) };
    const { registry, info } = (await PDF.load(bytes)).context;
    const odd = firstDisagreement(strict, { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) });
    if (odd !== null) return `object ${odd} is read in two ways`;
    const path = join(folder, 'signed.pdf');
    await writeFile(path, bytes);
    const qpdfView = qpdfObjects(path);
    const open = [strict.trailer.get('Root'), strict.trailer.get('Info')].filter((one) => one instanceof PdfRef);
    const seen = new Set<string>();
    for (let ref = open.pop(); ref; ref = open.pop()) {
      const name = `${ref.objectNumber} ${ref.generation} R`;
      if (seen.has(name)) continue;
      seen.add(name);
      const object = strict.resolve(ref);
      if (!object || !isSameObject(object, qpdfView.get(name))) return `qpdf sees object ${name} otherwise`;
      objects += 1;
      eachReference(object, (reference) => open.push(reference));
    }
    return FORBIDDEN.exec(Buffer.from(bytes).toString('latin1'))?.[0] ?? null;
  };

  const drawingOf = async (bytes: Uint8Array): Promise<string | null> => {
    const first = await inspectPdf(bytes);
    const outcome = first.ok ? (first.normalised ? 'written anew' : 'unchanged') : first.code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (!first.ok) return null;
    const again = await inspectPdf(first.bytes);
    if (!again.ok || again.normalised) return 'what the gate gives does not pass it again';
    const bytesSigned = await sign(first.bytes);
    signed += 1;
    const { intact } = await verifyPdf(bytesSigned, { anchors: [authority.root.certificate] });
    return intact ? compare(bytesSigned) : 'the signature is not intact';
  };

  try {
    for (let n = 0; n < papers; n++) {
      const bytes = randomPaper(chance);
      const problem = await drawingOf(bytes).catch((error: unknown) => String(error));
      if (problem === null) continue;
      problems.push(`paper ${n} of seed ${seed}: ${problem}`);
      if (problems.length > 20) break;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { papers, signed, outcomes, objects, problems };
}
