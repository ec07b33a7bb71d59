/** Asking, as the tablet it is, what writing here needs; and handing in what was written (P-13, D-20). */
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
  /** This browser is no tablet of the dealer, or may not act as one now. */
  | { at: 'notHere' }
  | { at: 'failed'; failure: SignFailure };

async function proverOf(api: SignApi): Promise<Prove | null> {
  const key = hasKeys() ? await readKey().catch(() => null) : null;
  return key && ((call) => proofHeader(key, call, api.now()));
}

/** Once more after a proof that was refused: the answer has told the time, or another call took its nonce. */
async function proved(api: SignApi, prove: Prove, body?: object): Promise<unknown> {
  try {
    return await api.handwriting(prove, body);
  } catch (thrown) {
    if (asFailure(thrown).details.status !== 401) throw thrown;
    return api.handwriting(prove, body);
  }
}

/** Refusals that say that this is not the place. */
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
