/** Files and space limits that refuse a document, in every call that accepts one. */

import type { PageFinding } from '#pdf/drawing/page-checker.ts';
import { onePage, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';
import { activePdf, encryptedPdf, pdfWith, png } from '../../papers/files.ts';
import { base64, DRAWING_TRIAL, gateTrial, paper, type TestApi } from '../test-api.ts';

const MIB = 1_048_576;

/** A picture of exactly this many bytes. */
export const picture = (bytes: number): Buffer => Buffer.concat([png(), Buffer.alloc(bytes)]).subarray(0, bytes);

const unsignedUpload = {
  signable: false,
  archivable: false,
  sigType: null,
  type: 'OTHER_IDENTITY',
  mimeType: null,
  fileSize: null,
} as const;
export const pictureUpload = (bytes: Buffer, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...unsignedUpload,
  fileName: 'carta.png',
  content: base64(bytes),
  ...change,
});
const toSign = (bytes: Uint8Array): Record<string, unknown> => ({
  fileName: 'proposta.pdf',
  mimeType: null,
  fileSize: null,
  content: base64(bytes),
});

export type FileRefusal =
  | 'file.tooLarge'
  | 'file.empty'
  | 'file.notBase64'
  | 'file.type'
  | 'file.mismatch'
  | 'file.sizeMismatch'
  | 'file.pixels'
  | 'file.unreadable';
export type PdfRefusal =
  | 'pdf.notPdf'
  | 'pdf.broken'
  | 'pdf.ambiguous'
  | 'pdf.encrypted'
  | 'pdf.active'
  | 'pdf.extras'
  | 'pdf.field'
  | 'pdf.content'
  | 'pdf.tooLarge'
  | 'pdf.timeout'
  | 'pdf.tooManyPages'
  | 'pdf.alreadySigned'
  | 'pdf.drawnDifferently'
  | 'pdf.looksChanged'
  | 'pdf.imageUnreadable';

/** The catalog contains the finding for the trial drawing; its other key makes the gate rewrite the file. */
export const drawingTrial = (finding: PageFinding): Buffer => pdfWith(`/Lang (${DRAWING_TRIAL} ${finding}) /Prova 1`);

/** A page with one form field, a line of 100 by 20 points. */
const formWith = (entries: string): Buffer => {
  const field = `<< /Subtype /Widget /FT /Tx /T (note) /Rect [10 10 110 30] ${entries} >>`;
  const paper = pdfWith('/AcroForm << /Fields [4 0 R] >>', [field]).toString('latin1');
  return Buffer.from(paper.replace('/Resources << >>', '/Annots [4 0 R]'), 'latin1');
};

/** PDFs that the gate refuses; the first three by the trial gate, because no small file causes them. */
export const REFUSED_PAPERS: Readonly<Record<PdfRefusal, (api: TestApi) => Promise<Uint8Array>>> = {
  'pdf.notPdf': async () => gateTrial('pdf.notPdf'),
  'pdf.tooLarge': async () => gateTrial('pdf.tooLarge'),
  'pdf.timeout': async () => gateTrial('pdf.timeout'),
  'pdf.broken': async () => Buffer.from('%PDF-1.7\nnothing that could be read'),
  'pdf.ambiguous': async () => pdfWith('/Lang (it) /Lang (en)'),
  'pdf.encrypted': async () => encryptedPdf(),
  'pdf.active': async () => activePdf(),
  'pdf.extras': async () => pdfWith('/AF [<</Type /Filespec /EF <<>>>>]'),
  'pdf.field': async () => formWith(`/V (${'molte parole '.repeat(80)})`),
  'pdf.content': async () => pdfOf({ ...onePage, 4: streamOf('', '1 0 rg 10 10 40 40 re f') }),
  'pdf.tooManyPages': async () => {
    const kids = Array.from({ length: 2001 }, () => '<</Type /Page>>').join(' ');
    return Buffer.from(pdfWith('').toString('latin1').replace('/Kids [3 0 R] /Count 1', `/Kids [${kids}] /Count 2001`));
  },
  'pdf.drawnDifferently': async () => drawingTrial('engines'),
  'pdf.looksChanged': async () => drawingTrial('versions'),
  'pdf.imageUnreadable': async () => drawingTrial('image'),
  'pdf.alreadySigned': async (api) => {
    const { signedDocumentId } = await api.newSignedDocument();
    return (await api.get('admin', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
  },
};

/** Refused copies of an identity document. */
export const REFUSED_COPIES: Readonly<Record<FileRefusal, () => Record<string, unknown>>> = {
  'file.tooLarge': () => ({ fileName: 'carta.png', content: base64(picture(25 * MIB + 1)) }),
  'file.empty': () => ({ fileName: 'carta.png', content: '' }),
  'file.notBase64': () => ({ fileName: 'carta.png', content: 'nessuno!' }),
  'file.type': () => ({ fileName: 'carta.tiff', content: base64(Buffer.from('II*\0nothing more')) }),
  'file.mismatch': () => ({ fileName: 'carta.pdf', content: base64(png()) }),
  'file.sizeMismatch': () => ({ fileName: 'carta.png', content: base64(png()), fileSize: 1 }),
  'file.pixels': () => ({ fileName: 'carta.png', content: base64(png(100_000, 100_000)) }),
  'file.unreadable': () => ({ fileName: 'carta.png', content: base64(png(0, 100)) }),
};

/** Changes a valid document into one whose file is refused. */
export const REFUSED_FILES: Readonly<
  Record<FileRefusal | PdfRefusal, (api: TestApi) => Promise<Record<string, unknown>>>
> = {
  'file.tooLarge': async () => pictureUpload(picture(25 * MIB + 1)),
  'file.empty': async () => toSign(Buffer.alloc(0)),
  'file.notBase64': async () => ({ ...toSign(Buffer.alloc(0)), content: 'nessuno!' }),
  'file.type': async () => toSign(png()),
  'file.mismatch': async () => pictureUpload(png(), { fileName: 'carta.pdf' }),
  'file.sizeMismatch': async () => ({ ...toSign(await paper()), fileSize: 1 }),
  'file.pixels': async () => pictureUpload(png(100_000, 100_000)),
  'file.unreadable': async () => pictureUpload(png(0, 100)),
  ...(Object.fromEntries(
    Object.entries(REFUSED_PAPERS).map(([code, make]) => [code, async (api: TestApi) => toSign(await make(api))]),
  ) as Record<PdfRefusal, (api: TestApi) => Promise<Record<string, unknown>>>),
};

const SPACE = { expiresAt: '2999-12-31', totalSpace: 1 };
const SOLD = {
  OTP: { serviceType: 'OTP', totalOtp: 1 },
  DISK_SPACE: { serviceType: 'DISK_SPACE', ...SPACE },
  STRONGDOX_SPACE: { serviceType: 'STRONGDOX_SPACE', ...SPACE, signatureType: 'FES' },
};

/** One message, or 1 MB, for this legal entity; `over` when the service has ended. */
export async function sellService(
  api: TestApi,
  kind: keyof typeof SOLD,
  legalEntity: string,
  over = false,
): Promise<void> {
  const { id } = await api.bodyOf(api.post('admin', '/api/intesys-services', { ...SOLD[kind], legalEntity }));
  if (over) await api.remove('admin', `/api/intesys-services/${id}`);
}

/** One byte more than a service of 1 MB provides. */
export const overOneMegabyte = (change: Record<string, unknown> = {}) => pictureUpload(picture(MIB + 1), change);
/** Exactly 1 MB, on disk or in the archive. */
export const exactlyOneMegabyte = (change: Record<string, unknown> = {}) => pictureUpload(picture(MIB), change);

export type SpaceRefusal = 'quota.spaceSpent' | 'quota.spaceExpired' | 'quota.archiveSpent' | 'quota.archiveExpired';

/** A new document without space: its dealer and its changes. */
export const NO_ROOM: Readonly<
  Record<SpaceRefusal, (api: TestApi) => Promise<{ hst: string; change: Record<string, unknown> }>>
> = {
  'quota.spaceSpent': async (api) => {
    const { hst, legalEntity } = await api.newDealer();
    await sellService(api, 'DISK_SPACE', legalEntity);
    return { hst, change: overOneMegabyte() };
  },
  'quota.spaceExpired': async (api) => {
    const { hst, legalEntity } = await api.newDealer();
    await sellService(api, 'DISK_SPACE', legalEntity, true);
    return { hst, change: {} };
  },
  'quota.archiveSpent': async (api) => {
    const { hst, legalEntity } = await api.newDealer();
    await sellService(api, 'STRONGDOX_SPACE', legalEntity);
    return { hst, change: overOneMegabyte({ archivable: true }) };
  },
  'quota.archiveExpired': async (api) => {
    const { hst, legalEntity } = await api.newDealer();
    await sellService(api, 'STRONGDOX_SPACE', legalEntity, true);
    return { hst, change: pictureUpload(png(), { archivable: true }) };
  },
};
