/** The PDF operations of the pool's threads, by name: bytes and facts in, bytes and facts out. */
import type { Paper } from '#domain/papers/paper.ts';
import type { FileLayout } from '#domain/signing/places.ts';
import { attachedFile } from '#formats/verify/attached-file.ts';
import {
  type EmbeddedSignature,
  type EmbeddedTimestamp,
  embeddedSignatures,
  embeddedTimestamps,
} from '#formats/verify/embedded-signatures.ts';
import { type Verification, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { type AuditPaper, renderAuditPaper } from '../audit-paper.ts';
import { readLayout } from '../page/layout.ts';
import { renderSamplePaper, type SamplePaper } from '../page/sample-paper.ts';
import type { Pictures } from '../paper/photo-block.ts';
import { type RenderedPaper, renderPaper } from '../paper/render.ts';
import type { CleanPhoto } from '../photo/clean-photo.ts';
import { applySeries, type SealedSeries } from '../signing/apply-series.ts';
import {
  addDocumentTimestamp,
  type DocumentTimestamp,
  type DocumentTimestampRequest,
} from '../signing/document-timestamp.ts';
import { type PreparedPdf, prepareForSigning } from '../signing/prepare-pdf.ts';
import type { SignatureRequest, SigningKey } from '../signing/sign.ts';
import type { SigningPlan } from '../signing/signing-plan.ts';

/** A thread's calls to the main thread, the only one that has the keys and timestamp authorities. */
export interface Calls {
  /** @param key index of the key in the series. */
  sign(data: Uint8Array, key: number): Promise<Uint8Array>;
  stamp(digest: Uint8Array): Promise<Uint8Array>;
}

type Bytes = Uint8Array;
type Job<Question, Answer> = (question: Question, calls: Calls) => Promise<Answer>;

/** A request without what cannot be passed to a thread. */
export type SignQuestion = Omit<SignatureRequest, 'key' | 'stamp'> & { key: Omit<SigningKey, 'sign'> };

/** Steps from a file's first signature to its seal. */
export interface Series {
  readonly signatures: readonly SignQuestion[];
  /** How the result is verified. */
  readonly verify: VerifyOptions;
}

export type StampQuestion = Omit<DocumentTimestampRequest, 'stamp'>;

export interface Work {
  verify: Job<{ bytes: Bytes; options: VerifyOptions }, { verification: Verification; bytes: Bytes }>;
  layout: Job<{ bytes: Bytes; texts: readonly string[] }, FileLayout>;
  prepare: Job<{ bytes: Bytes; plan: SigningPlan }, PreparedPdf>;
  seal: Job<{ bytes: Bytes; series: Series }, SealedSeries>;
  sealTrail: Job<{ trail: AuditPaper; series: Series }, SealedSeries>;
  stamp: Job<{ bytes: Bytes; request: StampQuestion }, DocumentTimestamp>;
  embedded: Job<{ bytes: Bytes }, { signatures: EmbeddedSignature[]; timestamps: EmbeddedTimestamp[] }>;
  attached: Job<{ bytes: Bytes; fileName: string }, Bytes | null>;
  paper: Job<{ paper: Paper; pictures: Pictures }, RenderedPaper>;
  sample: Job<{ paper: SamplePaper }, { bytes: Bytes }>;
  /** In a separate thread: photo-thread.ts. */
  photo: Job<{ bytes: Bytes }, CleanPhoto | null>;
}

const seal = (bytes: Bytes, { signatures, verify }: Series, { sign, stamp }: Calls): Promise<SealedSeries> =>
  applySeries(
    bytes,
    signatures.map(({ key, ...request }, index) => ({
      ...request,
      key: { ...key, sign: (data: Bytes) => sign(data, index) },
      stamp,
    })),
    verify,
  );

export const WORK: Omit<Work, 'photo'> = {
  verify: async ({ bytes, options }) => ({ verification: await verifyPdf(bytes, options), bytes }),
  layout: ({ bytes, texts }) => readLayout(bytes, texts),
  prepare: ({ bytes, plan }) => prepareForSigning(bytes, plan),
  seal: ({ bytes, series }, calls) => seal(bytes, series, calls),
  sealTrail: async ({ trail, series }, calls) => seal(await renderAuditPaper(trail), series, calls),
  stamp: ({ bytes, request }, { stamp }) => addDocumentTimestamp(bytes, { ...request, stamp }),
  embedded: async ({ bytes }) => ({
    signatures: await embeddedSignatures(bytes),
    timestamps: await embeddedTimestamps(bytes),
  }),
  attached: ({ bytes, fileName }) => attachedFile(bytes, fileName),
  paper: ({ paper, pictures }) => renderPaper(paper, pictures),
  sample: async ({ paper }) => ({ bytes: await renderSamplePaper(paper) }),
};
