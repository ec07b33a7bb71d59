/**
 * Evaluates the revocation data in a file's document security store (ISO 32000-2, 12.8.4.3) for a certificate path:
 * only lists of the path's own authorities, each proven by its signature. Fetches nothing.
 */
import { PdfStream } from '@libpdf/core';
import { type CertificatePath, hasRevocationSource, type PathCertificate } from '../certificate-path.ts';
import { isIssuedBy, type RevocationList, readCrl } from '../crl.ts';
import { DerError, readDer, toHex } from '../der.ts';
import { oid } from '../oids.ts';
import { readValidationStore } from './changes/validation-data.ts';
import { decodeStream } from './inflate.ts';
import type { StrictFile } from './strict-file.ts';
import { SyntaxFault } from './syntax.ts';

/** Genuine stores contain one list per authority and renewal. */
const MAX_ITEMS = 1000;
/** Total decoded size. */
const MAX_BYTES = 64 * 1024 * 1024;

interface RevokedEntry {
  readonly date: Date;
  readonly reason: number | null;
}

export interface PathRevocation {
  /** The certificate itself was revoked at or before the given instant. */
  readonly revoked: boolean;
  /** An authority on its path was revoked. */
  readonly authorityRevoked: boolean;
  /** Every revocable certificate has a list that was valid at the instant. */
  readonly isCovered: boolean;
  /** A certificate on the path announces revocation data, but there is no such list. */
  readonly unknown: boolean;
}

/** Reasons for which a timestamp made before the revocation stays valid (RFC 3161, section 4). */
const HARMLESS_REASONS = new Set([0, 3, 4, 5]);

const CERTIFICATE_HOLD = 6;

export class ValidationData {
  /** Certificates for building paths; untrusted until their signatures are checked. */
  readonly certificates: readonly Uint8Array[];
  readonly #lists: readonly RevocationList[];
  /** Verified lists by authority, filled on demand. */
  readonly #proven = new Map<string, Promise<readonly RevocationList[]>>();

  private constructor(certificates: readonly Uint8Array[], lists: readonly RevocationList[]) {
    this.certificates = certificates;
    this.#lists = lists;
  }

  /**
   * Everything that the store contained up to one revision of the file: a later store cannot remove anything, wherever
   * it is.
   * @throws SyntaxFault if there is more than a genuine file contains.
   */
  static async at(file: StrictFile, revision: number): Promise<ValidationData> {
    const items = await itemsUpTo(file, revision);
    const parsedItems = items.map((der) => ({ der, list: tryRead(der, readCrl) }));
    const otherItems = parsedItems.filter(({ list }) => list.length === 0);
    return new ValidationData(
      otherItems.flatMap(({ der }) => tryRead(der, () => readDer(der).raw)),
      parsedItems.flatMap(({ list }) => list),
    );
  }

  /** The revocation status of a path's certificates at an instant. */
  async statusOf({ certificates }: CertificatePath, at: Date): Promise<PathRevocation> {
    const status = { revoked: false, authorityRevoked: false, isCovered: true, unknown: false };
    for (const [index, certificate] of certificates.slice(0, -1).entries()) {
      const issuer = certificates[index + 1];
      if (!issuer || cannotBeRevoked(certificate)) continue;
      const lists = await this.#listsOf(issuer);
      if (revocationsIn(lists, certificate).some(({ date }) => date <= at))
        status[index === 0 ? 'revoked' : 'authorityRevoked'] = true;
      const isCovered = lists.some((list) => coversAt(list, certificate, at));
      status.isCovered &&= isCovered;
      status.unknown ||= !isCovered && hasRevocationSource(certificate.fields);
    }
    return status;
  }

  /** Whether a revocation also invalidates timestamps made before it. */
  async invalidatesTimestamps({ certificates }: CertificatePath, until: Date): Promise<boolean> {
    const [certificate, issuer] = certificates;
    if (!certificate || !issuer) return false;
    const isHarmful = ({ reason }: RevokedEntry): boolean => reason === null || !HARMLESS_REASONS.has(reason);
    return revocationsIn(await this.#listsOf(issuer), certificate).some(
      (entry) => entry.date <= until && isHarmful(entry),
    );
  }

  #listsOf(issuer: PathCertificate): Promise<readonly RevocationList[]> {
    const name = toHex(issuer.fields.publicKey) + toHex(issuer.fields.subject);
    const cached = this.#proven.get(name);
    if (cached) return cached;
    const verified = Promise.all(
      this.#lists.map(async (list) => ((await isIssuedBy(list, issuer.fields)) ? [list] : [])),
    ).then((lists) => lists.flat().sort((a, b) => a.thisUpdate.getTime() - b.thisUpdate.getTime()));
    this.#proven.set(name, verified);
    return verified;
  }
}

/** EN 319 412-1, section 5.2, and RFC 9608: their short lifetime replaces revocation. */
const cannotBeRevoked = ({ fields }: PathCertificate): boolean =>
  fields.extensions.has(oid.noRevocationAvailable) || fields.extensions.has(oid.validityAssuredShortTerm);

/** An entry in any list counts, because lists drop expired certificates; only a hold may be lifted by a newer list. */
function revocationsIn(lists: readonly RevocationList[], { fields }: PathCertificate): readonly RevokedEntry[] {
  const serial = toHex(fields.serial);
  const entriesIn = (list: RevocationList | undefined) => list?.revoked.get(serial) ?? [];
  const permanent = lists.flatMap(entriesIn).filter(({ reason }) => reason !== CERTIFICATE_HOLD);
  return permanent.length > 0 ? permanent : [entriesIn(lists.at(-1))].flat();
}

/** The list was still current, and is not from after the certificate's expiry, when it could omit the certificate. */
const coversAt = ({ thisUpdate, nextUpdate }: RevocationList, { fields }: PathCertificate, at: Date): boolean =>
  nextUpdate !== null && nextUpdate >= at && thisUpdate <= fields.notAfter;

/** Every certificate and list of every store, each once, regardless of the list that contains it. */
async function itemsUpTo(file: StrictFile, revision: number): Promise<Uint8Array[]> {
  const seen = new Set<PdfStream>();
  let size = 0;
  const items: Uint8Array[] = [];
  for (let index = 0; index <= revision; index++) {
    const store = readValidationStore(file.catalogAt(index).get('DSS'), file.resolver(index));
    for (const number of store.items) {
      const stream = file.objectAt(index, number);
      if (!(stream instanceof PdfStream) || seen.has(stream)) continue;
      seen.add(stream);
      const data = await decodeStream(stream).catch((error: unknown) => {
        if (error instanceof SyntaxFault) return null;
        throw error;
      });
      size += data?.length ?? 0;
      if (seen.size > MAX_ITEMS || size > MAX_BYTES) throw new SyntaxFault('too much validation data', 0);
      if (data !== null) items.push(data);
    }
  }
  return items;
}

/** An unreadable item proves nothing and does no harm. */
function tryRead<T>(der: Uint8Array, reader: (der: Uint8Array) => T): T[] {
  try {
    return [reader(der)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
