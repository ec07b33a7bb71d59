/** Loads, with the tablet's proof, the terms for handwriting, and sends the handwriting. */
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { proofHeader } from '../../shared/device-key/prove-call.ts';
import { readKey } from '../../shared/device-key/store.ts';
import { supportsKeys } from '../../shared/device-key/tablet-key.ts';
import type { Prove } from '../api/caller.ts';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { ConfirmedPoint, Reading, SignView } from '../api/types.ts';
import type { SealedPoint } from './encrypt-capture.ts';

export type HandTermsState =
  | { status: 'loading' }
  | { status: 'ready'; terms: HandTerms }
  /** This browser is not a tablet of the dealer, or may not act as one now. */
  | { status: 'notHere' }
  | { status: 'failed'; failure: SignFailure };

async function createProver(api: SignApi): Promise<Prove | null> {
  const key = supportsKeys() ? await readKey().catch(() => null) : null;
  return key && ((call) => proofHeader(key, call, api.now()));
}

/** Retry once after a refused proof: the answer has corrected the clock, or another call had used its nonce. */
async function callWithRetry(api: SignApi, prove: Prove, body?: object): Promise<unknown> {
  try {
    return await api.handwriting(prove, body);
  } catch (error) {
    if (asFailure(error).details.status !== 401) throw error;
    return api.handwriting(prove, body);
  }
}

/** Refusals which mean that handwriting is not possible here. */
const NOT_HERE_STATUSES = [401, 403];

export async function loadTerms(api: SignApi): Promise<HandTermsState> {
  const prove = await createProver(api);
  if (prove === null) return { status: 'notHere' };
  try {
    return { status: 'ready', terms: (await callWithRetry(api, prove)) as HandTerms };
  } catch (error) {
    const failure = asFailure(error);
    return NOT_HERE_STATUSES.includes(failure.details.status) ? { status: 'notHere' } : { status: 'failed', failure };
  }
}

export async function submitHandwriting(
  api: SignApi,
  submission: Reading & {
    points: readonly ConfirmedPoint[];
    consentSha256: string;
    hands: readonly SealedPoint[];
  },
): Promise<SignView> {
  const prove = await createProver(api);
  if (prove === null) throw asFailure(null);
  return (await callWithRetry(api, prove, submission)) as SignView;
}
