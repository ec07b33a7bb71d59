/** The calls of the signer's pages, all below `/api/sign/{token}`. The token never leaves this module. */

import {
  beginReading,
  confirmSignature,
  declineSignature,
  openLink,
  readHandTerms,
  readLinkDocument,
  readLinkText,
  readSignedCopy,
  requestCode,
  signByHand,
} from '#contract/calls/links.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { linkAddress } from './address.ts';
import { connectionLost, createCaller, type Prove, type TakeEarlyAnswer } from './caller.ts';
import type { CodeSent, ConfirmedPoint, Reading, SignView, TextPage } from './types.ts';

export interface SignApi {
  load(): Promise<SignView>;
  /**
   * Opens the ceremony: from now on the signing session belongs to this browser, and only its reading counts.
   * @param instead the seat of the browser that has begun, to take over from it.
   */
  open(instead?: string): Promise<SignView>;
  requestCode(): Promise<CodeSent>;
  sign(code: string, points: ConfirmedPoint[], reading: Reading): Promise<SignView>;
  decline(reason: string): Promise<void>;
  /** Without a body, loads what a tablet needs for handwriting; with one, sends the handwriting. Returns the raw answer. */
  handwriting(prove: Prove, body?: object): Promise<unknown>;
  /** The words of some pages of a document, including at least page `from` if it exists. */
  readText(documentId: number, from: number): Promise<TextPage[]>;
  /** Same-origin address of the document to read. */
  documentUrl(documentId: number): string;
  /** Same-origin address of the signed copy. */
  signedUrl(documentId: number): string;
  /** Sets the language of the following answers (names of document types). */
  setLanguage(language: 'it' | 'en'): void;
  /** Milliseconds of the server's clock: the phone's may be wrong, and codes expire by the server's. */
  now(): number;
}

function isView(body: unknown): body is SignView {
  if (typeof body !== 'object' || body === null) return false;
  const view = body as Partial<SignView>;
  return (
    typeof view.state === 'string' &&
    typeof view.dealer?.name === 'string' &&
    Array.isArray(view.documents) &&
    Array.isArray(view.points)
  );
}

function isCodeSent(body: unknown): body is CodeSent {
  if (typeof body !== 'object' || body === null) return false;
  const sent = body as Partial<CodeSent>;
  return typeof sent.expiresAt === 'string' && typeof sent.resendAfter === 'string';
}

function isTextOf(body: unknown, from: number): body is AnswerOf<typeof readLinkText> {
  if (typeof body !== 'object' || body === null) return false;
  const { pages } = body as { pages?: Partial<TextPage>[] };
  return Array.isArray(pages) && pages[0]?.page === from && pages.every(({ paragraphs }) => Array.isArray(paragraphs));
}

async function viewOf(answer: Promise<unknown>): Promise<SignView> {
  const body = await answer;
  if (!isView(body)) throw connectionLost();
  return body;
}

/**
 * Creates the calls of one link. Every refusal is thrown as SignFailure; no answer, a time-out, or a successful answer
 * that is not the product's has status 0, an error that is not the product's has the status of the answer.
 */
export function createSignApi(
  token: string,
  fetcher: typeof fetch = (...args) => fetch(...args),
  takeEarlyAnswer?: TakeEarlyAnswer,
): SignApi {
  const { call, setLanguage, now } = createCaller(token, fetcher, takeEarlyAnswer);
  const fileUrl = (file: typeof readLinkDocument | typeof readSignedCopy, id: number): string =>
    linkAddress(file, token, { id });

  return {
    load: () => viewOf(call(openLink)),
    open: (instead) => viewOf(call(beginReading, { body: { instead } })),
    async requestCode() {
      const body = await call(requestCode);
      if (!isCodeSent(body)) throw connectionLost();
      return body;
    },
    sign: (code, points, reading) => viewOf(call(confirmSignature, { body: { code, points, ...reading } })),
    async decline(reason) {
      await call(declineSignature, { body: { reason } });
    },
    handwriting: (prove, body) => call(body === undefined ? readHandTerms : signByHand, { body }, prove),
    async readText(documentId, from) {
      const body = await call(readLinkText, { query: { id: documentId, from } });
      if (!isTextOf(body, from)) throw connectionLost();
      return body.pages;
    },
    documentUrl: (documentId) => fileUrl(readLinkDocument, documentId),
    signedUrl: (documentId) => fileUrl(readSignedCopy, documentId),
    setLanguage,
    now,
  };
}
