/** Builds the evidence bundle of a signed document: everything a third party needs to verify it offline, streamed as one ZIP. */
import { createHash } from 'node:crypto';
import type { Actor } from '#domain/access.ts';
import { documentDownloadName } from '#domain/documents/download-name.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { wallClock } from '#domain/rome-time.ts';
import { readCms } from '#formats/cms-read.ts';
import type { EmbeddedSignature } from '#formats/verify/embedded-signatures.ts';
import { type CoveredTrail, documentSubject, findTrailInHead, record } from '../../evidence/index.ts';
import { writeZip, type ZipEntry } from '../../http/response/zip.ts';
import type { World } from '../../world.ts';
import { bundleManual } from './bundle-manual.ts';
import { findSignedFile } from './validate.ts';

interface StoredFile {
  readonly name: 'firmato.pdf' | 'tracciato.pdf';
  readonly sha256: string;
  readonly size: number;
  /** Length when sealed; the bytes after it are document timestamps. */
  readonly sealedSize: number;
}

export interface Bundle {
  readonly fileName: string;
  readonly documentId: number;
  readonly stored: readonly StoredFile[];
  /** Small files, made before the first byte is sent. */
  readonly made: ReadonlyMap<string, Uint8Array>;
  readonly at: Date;
}

const encodeText = (content: string): Uint8Array => new TextEncoder().encode(content);
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** 64 characters per line, as openssl writes it. */
function toPem(certificates: readonly Uint8Array[]): Uint8Array {
  const blocks = certificates.map((der) => {
    const lines =
      Buffer.from(der)
        .toString('base64')
        .match(/.{1,64}/g) ?? [];
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  });
  return encodeText(blocks.join(''));
}

/** One line of `firme/firme.txt`: only numbers, each used by the manual's commands. */
function signatureLine(number: number, pdf: string, { byteRange, cms, value, token }: EmbeddedSignature): string {
  const [, before, resume, rest] = byteRange;
  const { at, length } = token?.span ?? { at: 0, length: 0 };
  return [number, pdf, before, resume, rest, cms.length, value.at, value.length, at, length].join(' ');
}

async function signatureParts(world: World, stored: readonly StoredFile[]): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  const lines: string[] = [];
  const archiveLines: string[] = [];
  for (const { name, sha256, sealedSize } of stored) {
    const { signatures, timestamps } = await world.pdf.embedded(await world.storage.get(sha256));
    archiveLines.push(`chiuso ${name} ${sealedSize}`);
    for (const { byteRange, token } of timestamps) {
      const number = archiveLines.filter((line) => line.startsWith('marca')).length + 1;
      const [, before, resume, rest] = byteRange;
      archiveLines.push(`marca ${name} ${number} ${before} ${resume} ${rest} ${token.length}`);
      parts.set(`archivio/${number}.tst`, token);
    }
    for (const signature of signatures) {
      const number = lines.length + 1;
      lines.push(signatureLine(number, name, signature));
      parts.set(`firme/${number}.p7s`, signature.cms);
      if (signature.token !== null) parts.set(`marche/${number}.tst`, signature.token.bytes);
      parts.set(`certificati/firma-${number}.pem`, toPem(signature.certificates));
    }
  }
  parts.set('firme/firme.txt', encodeText(`${lines.join('\n')}\n`));
  parts.set('archivio/archivio.txt', encodeText(`${archiveLines.join('\n')}\n`));
  return parts;
}

function treeParts({ head, bodies, lastHash, proof }: CoveredTrail): Map<string, Uint8Array> {
  const signature = new Uint8Array(Buffer.from(head.signature, 'base64'));
  const inclusion = [
    `evento ${lastHash}`,
    `posizione ${proof.position}`,
    `foglie ${proof.size}`,
    ...proof.path.map(({ hash }) => `vicino ${hash}`),
  ];
  return new Map([
    ['eventi.jsonl', encodeText(bodies.map((body) => `${body}\n`).join(''))],
    ['inclusione.txt', encodeText(`${inclusion.join('\n')}\n`)],
    ['testa/testa.json', encodeText(head.statement)],
    ['testa/testa.p7s', signature],
    ['testa/testa.tst', new Uint8Array(Buffer.from(head.stamp, 'base64'))],
    ['certificati/testa.pem', toPem(readCms(signature).certificates)],
  ]);
}

/**
 * Gathers the bundle's contents for this actor; available as soon as the document is signed.
 * @throws Refusal document.notFound, evidence.noHead, evidence.headRefused.
 */
export async function gatherBundle(world: World, actor: Actor, signedDocumentId: number): Promise<Bundle> {
  const signed = await findSignedFile(world, actor, signedDocumentId, 'signed');
  const audit = await findSignedFile(world, actor, signedDocumentId, 'audit');
  const trail = await findTrailInHead(world, documentSubject(signed.document.id));
  const stored: StoredFile[] = [
    { name: 'firmato.pdf', sha256: signed.sha256, size: signed.size, sealedSize: signed.sealed.size },
    { name: 'tracciato.pdf', sha256: audit.sha256, size: audit.size, sealedSize: audit.sealed.size },
  ];
  const made = new Map([
    ['LEGGIMI.md', encodeText(bundleManual('it'))],
    ['README.md', encodeText(bundleManual('en'))],
    ...treeParts(trail),
    ...(await signatureParts(world, stored)),
    ['certificati/radici.pem', toPem(await world.authority.anchors())],
    ['certificati/radici-marche.pem', toPem(await world.authority.timestampAnchors())],
  ]);
  const checksumLines = [
    ...stored.map(({ name, sha256 }) => `${sha256}  ${name}`),
    ...[...made].map(([name, bytes]) => `${sha256Of(bytes)}  ${name}`),
  ];
  made.set('SHA256SUMS', encodeText(`${checksumLines.join('\n')}\n`));
  const fileName = documentDownloadName(signed.document, 'bundle');
  return { fileName, documentId: signed.document.id, stored, made, at: world.clock.now() };
}

/** Bytes read from the store at a time, so that no complete file is in memory while the archive is sent. */
const CHUNK_BYTES = 256 * 1024;

/** Streams the ZIP; the access is recorded in the document's trail before the first byte. */
export async function* writeBundle(world: World, bundle: Bundle, actor: EvidenceActor): AsyncGenerator<Uint8Array> {
  const changed = wallClock(bundle.at.getTime());
  const [signed] = bundle.stored;
  const detail = { what: 'bundle', sha256: signed?.sha256 ?? '' } as const;
  await world.database.transaction((tx) =>
    record(tx, documentSubject(bundle.documentId), { type: 'downloaded', actor, detail }, world.clock.now()),
  );
  async function* readChunks({ sha256, size }: StoredFile): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < size; start += CHUNK_BYTES) {
      yield await world.storage.read(sha256, { start, end: Math.min(size, start + CHUNK_BYTES) });
    }
  }
  async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  function* entries(): Generator<ZipEntry> {
    for (const [name, bytes] of bundle.made) yield { name, content: singleChunk(bytes), changed };
    for (const file of bundle.stored) yield { name: file.name, content: readChunks(file), packed: true, changed };
  }
  yield* writeZip(entries());
}
