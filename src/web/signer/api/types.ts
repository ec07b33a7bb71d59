/** The names that the signer's pages use for the contract's answers. */

import type { confirmSignature, openLink, readLinkText, requestCode } from '#contract/calls/links.ts';
import type { AnswerOf, BodyOf } from '#contract/definition/call-types.ts';

export type SignView = AnswerOf<typeof openLink>;
export type SignState = SignView['state'];
export type SignDocument = SignView['documents'][number];
export type SignPoint = SignView['points'][number];

/** A page in the answer of `GET …/text`: the words that it shows. */
export type TextPage = AnswerOf<typeof readLinkText>['pages'][number];

export type CodeSent = AnswerOf<typeof requestCode>;

/** `shown`: SHA-256 of each document, as this page computed it; `seen`: which of its pages stood on the screen. */
export type Reading = Pick<BodyOf<typeof confirmSignature>, 'shown' | 'seen'>;

/** A confirmed point: its id, or the answer given to a consent. */
export type ConfirmedPoint = BodyOf<typeof confirmSignature>['points'][number];

export type ConsentChoice = Exclude<ConfirmedPoint, string>['choice'];
