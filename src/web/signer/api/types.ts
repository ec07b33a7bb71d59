/** Names of the contract's answers for the signer's pages. */

import type { confirmSignature, openLink, readLinkText, requestCode } from '#contract/calls/links.ts';
import type { AnswerOf, BodyOf } from '#contract/definition/call-types.ts';

export type SignView = AnswerOf<typeof openLink>;
export type SignState = SignView['state'];
export type SignDocument = SignView['documents'][number];
export type SignPoint = SignView['points'][number];

/** A page in the answer of `GET …/text`: its visible words. */
export type TextPage = AnswerOf<typeof readLinkText>['pages'][number];

export type CodeSent = AnswerOf<typeof requestCode>;

/** `shown`: SHA-256 of each document, computed by this page; `seen`: its pages that were visible. */
export type Reading = Pick<BodyOf<typeof confirmSignature>, 'shown' | 'seen'>;

/** A confirmed signature field: its id, or the answer to a consent. */
export type ConfirmedPoint = BodyOf<typeof confirmSignature>['points'][number];

export type ConsentChoice = Exclude<ConfirmedPoint, string>['choice'];
