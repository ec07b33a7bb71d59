/** What the page and the worker that checks a file say to each other. */
import type { Verification } from '#formats/verify/index.ts';
import type { Trusted } from './anchors.ts';

export interface CheckQuestion {
  bytes: Uint8Array;
  trusted: Trusted;
}

export interface CheckAnswer {
  /** Null when the check itself broke. */
  verification: Verification | null;
}

/** Posted once the worker's code is there: what a slow connection takes to bring it is not the file's fault. */
export type CheckReady = 'ready';
