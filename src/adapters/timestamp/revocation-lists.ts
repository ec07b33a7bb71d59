/** Revocation lists of a timestamp authority of others, fetched from the configured addresses alone and kept as long as they are good. */
import { crlBytes, isListOf, type RevocationList, readCrl } from '#formats/crl.ts';
import { DerError } from '#formats/der.ts';
import { readCertificate } from '#formats/signed-data.ts';
import type { Clock } from '#ports/clock.ts';
import { OutsideFailure, type OutsideGuard, type OutsideSystem } from '#ports/outside.ts';
import { askOutside, readAnswer } from '../outside/http-answer.ts';

export interface FetchedList {
  /** DER of the certificate of the authority that made the list. */
  readonly issuer: Uint8Array;
  readonly der: Uint8Array;
  readonly list: RevocationList;
}

export interface RevocationListSettings {
  readonly system: OutsideSystem;
  readonly urls: readonly string[];
  /** DER: a list is believed when the key of one of these made it. */
  readonly issuers: readonly Uint8Array[];
  readonly clock: Clock;
  readonly guard: OutsideGuard;
}

/** Public authorities' lists of timestamp certificates are a few kilobytes; those of whole populations do not belong into a file. */
const LIST_LIMIT = 2 * 1024 * 1024;
/** After which a list is asked for anew, good as it may still be. */
const REFRESH = 60 * 60 * 1000;
/** A list that could not be had is not asked for with every signature. */
const RETRY = 60 * 1000;
/** A list that ends sooner may have ended when the timestamp is made. */
const MARGIN = 10 * 60 * 1000;

/** What is known of one address. */
class ListSource {
  private found: FetchedList | null = null;
  private failure: unknown = null;
  private askedAt = Number.NEGATIVE_INFINITY;
  /** Whoever comes while it is asked waits for the same answer. */
  private asking: Promise<void> | null = null;
  private readonly settings: RevocationListSettings;
  private readonly url: string;

  constructor(settings: RevocationListSettings, url: string) {
    this.settings = settings;
    this.url = url;
  }

  async current(): Promise<FetchedList> {
    if (this.isDue()) this.asking ??= this.ask();
    if (this.asking !== null) await this.asking;
    if (this.found !== null && this.isGood()) return this.found;
    throw this.failure ?? new OutsideFailure(this.settings.system, 'wrong', 'the revocation list has run out');
  }

  private now(): number {
    return this.settings.clock.now().getTime();
  }

  private isGood(): boolean {
    const until = this.found?.list.nextUpdate;
    return until != null && until.getTime() >= this.now() + MARGIN;
  }

  private isDue(): boolean {
    const age = this.now() - this.askedAt;
    // A clock that was set back must not keep an old list.
    if (age < 0 || age >= (this.failure === null ? REFRESH : RETRY)) return true;
    return this.failure === null && !this.isGood() && age >= RETRY;
  }

  private async ask(): Promise<void> {
    this.askedAt = this.now();
    try {
      this.found = await this.settings.guard((signal) => fetchList(this.settings, this.url, signal));
      this.failure = null;
    } catch (error) {
      this.failure = error;
    } finally {
      this.asking = null;
    }
  }
}

/** @returns every list, good at this instant. @throws OutsideFailure when one cannot be had and none is kept that is good. */
export function openRevocationLists(settings: RevocationListSettings): () => Promise<readonly FetchedList[]> {
  const sources = settings.urls.map((url) => new ListSource(settings, url));
  return () => Promise.all(sources.map((source) => source.current()));
}

async function fetchList(
  { system, issuers }: RevocationListSettings,
  url: string,
  signal: AbortSignal,
): Promise<FetchedList> {
  const request = { headers: { accept: 'application/pkix-crl, */*' } };
  const bytes = await readAnswer(system, await askOutside(system, url, request, signal), LIST_LIMIT, signal);
  let list: RevocationList;
  const der = crlBytes(bytes);
  try {
    list = readCrl(der);
  } catch (error) {
    if (error instanceof DerError) throw new OutsideFailure(system, 'wrong', 'not a revocation list');
    throw error;
  }
  for (const issuer of issuers) if (await isListOf(list, readCertificate(issuer))) return { issuer, der, list };
  throw new OutsideFailure(system, 'wrong', 'the revocation list is of another authority');
}
