/** Revocation lists of an external timestamp authority, fetched only from the configured addresses and cached while they are valid. */
import { crlToDer, isIssuedBy, type RevocationList, readCrl } from '#formats/crl.ts';
import { DerError } from '#formats/der.ts';
import { readCertificate } from '#formats/signed-data.ts';
import type { Clock } from '#ports/clock.ts';
import { OutsideFailure, type OutsideGuard, type OutsideSystem } from '#ports/outside-system.ts';
import { fetchOutside, readBody } from '../outside/http-answer.ts';

export interface FetchedList {
  /** DER of the issuing authority's certificate. */
  readonly issuer: Uint8Array;
  readonly der: Uint8Array;
  readonly list: RevocationList;
}

export interface RevocationListSettings {
  readonly system: OutsideSystem;
  readonly urls: readonly string[];
  /** DER: a list is trusted if signed with the key of one of these. */
  readonly issuers: readonly Uint8Array[];
  readonly clock: Clock;
  readonly guard: OutsideGuard;
}

/** Public authorities' lists for timestamp certificates take a few kilobytes; lists of whole populations are too large to embed. */
const LIST_LIMIT = 2 * 1024 * 1024;
/** Milliseconds after which a list is fetched again, even if still valid. */
const REFRESH = 60 * 60 * 1000;
/** Milliseconds before another attempt after a failure, so that not every signature repeats it. */
const RETRY = 60 * 1000;
/** A list that expires sooner may have expired when the timestamp is made. */
const MARGIN = 10 * 60 * 1000;

/** Cached state of one address. */
class ListSource {
  private fetched: FetchedList | null = null;
  private failure: unknown = null;
  private requestedAt = Number.NEGATIVE_INFINITY;
  /** Concurrent callers share one request. */
  private pending: Promise<void> | null = null;
  private readonly settings: RevocationListSettings;
  private readonly url: string;

  constructor(settings: RevocationListSettings, url: string) {
    this.settings = settings;
    this.url = url;
  }

  async current(): Promise<FetchedList> {
    if (this.isDue()) this.pending ??= this.refresh();
    if (this.pending !== null) await this.pending;
    if (this.fetched !== null && this.isValid()) return this.fetched;
    throw this.failure ?? new OutsideFailure(this.settings.system, 'wrong', 'the revocation list has run out');
  }

  private now(): number {
    return this.settings.clock.now().getTime();
  }

  private isValid(): boolean {
    const nextUpdate = this.fetched?.list.nextUpdate;
    return nextUpdate != null && nextUpdate.getTime() >= this.now() + MARGIN;
  }

  private isDue(): boolean {
    const age = this.now() - this.requestedAt;
    // A clock that was set back must not extend an old list's use.
    if (age < 0 || age >= (this.failure === null ? REFRESH : RETRY)) return true;
    return this.failure === null && !this.isValid() && age >= RETRY;
  }

  private async refresh(): Promise<void> {
    this.requestedAt = this.now();
    try {
      this.fetched = await this.settings.guard((signal) => fetchList(this.settings, this.url, signal));
      this.failure = null;
    } catch (error) {
      this.failure = error;
    } finally {
      this.pending = null;
    }
  }
}

/**
 * @returns every list, valid at this instant. @throws OutsideFailure when a list cannot be fetched and no valid
 * copy is stored.
 */
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
  const bytes = await readBody(system, await fetchOutside(system, url, request, signal), LIST_LIMIT, signal);
  let list: RevocationList;
  const der = crlToDer(bytes);
  try {
    list = readCrl(der);
  } catch (error) {
    if (error instanceof DerError) throw new OutsideFailure(system, 'wrong', 'not a revocation list');
    throw error;
  }
  for (const issuer of issuers) if (await isIssuedBy(list, readCertificate(issuer))) return { issuer, der, list };
  throw new OutsideFailure(system, 'wrong', 'the revocation list is of another authority');
}
