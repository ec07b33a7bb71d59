/** Messages between the page and the worker that checks a file. */
import type { Verification } from '#formats/verify/index.ts';
import type { TrustAnchors } from './trust-anchors.ts';

export interface CheckRequest {
  bytes: Uint8Array;
  trusted: TrustAnchors;
}

export interface CheckResponse {
  /** Null when the check itself failed. */
  verification: Verification | null;
}

/** Posted once the worker's code is loaded, so that a slow download does not count against the file. */
export type CheckReady = 'ready';
