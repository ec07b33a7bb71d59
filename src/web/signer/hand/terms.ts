/** Loads, with the tablet's proof, the terms for handwriting, and sends the handwriting. */
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { hasKeys } from '../../shared/device-key/key.ts';
import { proofHeader } from '../../shared/device-key/prove.ts';
import { readKey } from '../../shared/device-key/store.ts';
import type { Prove } from '../api/caller.ts';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { ConfirmedPoint, Reading, SignView } from '../api/types.ts';
import type { SealedPoint } from './seal.ts';

export type Terms =
  | { at: 'loading' }
  | { at: 'ready'; terms: HandTerms }
  /** This browser is not a tablet of the dealer, or may not act as one now. */
  | { at: 'notHere' }
  | { at: 'failed'; failure: SignFailure };

async function proverOf(api: SignApi): Promise<Prove | null> {
  const key = hasKeys() ? await readKey().catch(() => null) : null;
  return key && ((call) => proofHeader(key, call, api.now()));
}

/** Retry once after a refused proof: the answer has corrected the clock, or another call had used its nonce. */
async function proved(api: SignApi, prove: Prove, body?: object): Promise<unknown> {
  try {
    return await api.handwriting(prove, body);
  } catch (thrown) {
    if (asFailure(thrown).details.status !== 401) throw thrown;
    return api.handwriting(prove, body);
  }
}

/** Refusals which mean that handwriting is not possible here. */
const ELSEWHERE = [401, 403];

export async function loadTerms(api: SignApi): Promise<Terms> {
  const prove = await proverOf(api);
  if (prove === null) return { at: 'notHere' };
  try {
    return { at: 'ready', terms: (await proved(api, prove)) as HandTerms };
  } catch (thrown) {
    const failure = asFailure(thrown);
    return ELSEWHERE.includes(failure.details.status) ? { at: 'notHere' } : { at: 'failed', failure };
  }
}

export async function handIn(
  api: SignApi,
  given: Reading & {
    points: readonly ConfirmedPoint[];
    consentSha256: string;
    hands: readonly SealedPoint[];
  },
): Promise<SignView> {
  const prove = await proverOf(api);
  if (prove === null) throw asFailure(null);
  return (await proved(api, prove, given)) as SignView;
}
