/** Requests the link's session before anything else, in parallel with loading the program. Without a link to open it requests nothing. */
import { openLink } from '#contract/calls/links.ts';
import { type Language, readLanguage } from '../shared/language.ts';
import { isPreviousCustomerPage } from '../shared/on-tablet.ts';
import { linkAddress, tokenOfPath } from './api/address.ts';
import { CALL_TIMEOUT_MS, type Exchange, exchange, requestOf } from './api/exchange.ts';

interface EarlyRequest {
  address: string;
  language: Language;
  answer: Promise<Exchange>;
}

function sendEarlyRequest(): EarlyRequest | null {
  const token = tokenOfPath(location.pathname);
  if (token === null || isPreviousCustomerPage()) return null;
  const [address, language] = [linkAddress(openLink, token), readLanguage()];
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer = exchange(fetch, address, { ...requestOf('GET', language), signal });
  // The caller that takes the answer handles its failure.
  answer.catch(() => undefined);
  return { address, language, answer };
}

let earlyRequest = sendEarlyRequest();

/** The early answer, returned once for the same address in the same language. */
export function takeEarlyAnswer(address: string, language: Language): Promise<Exchange> | null {
  if (earlyRequest === null || earlyRequest.address !== address || earlyRequest.language !== language) return null;
  const { answer } = earlyRequest;
  earlyRequest = null;
  return answer;
}
