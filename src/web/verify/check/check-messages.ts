/** Messages between the page and the worker that checks a file. */
import type { Verification } from '#formats/verify/index.ts';
import type { Trusted } from './anchors.ts';

export interface CheckQuestion {
  bytes: Uint8Array;
  trusted: Trusted;
}

export interface CheckAnswer {
  /** Null when the check itself failed. */
  verification: Verification | null;
}

/** Posted once the worker's code is loaded, so that a slow download does not count against the file. */
export type CheckReady = 'ready';
