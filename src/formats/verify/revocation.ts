/**
 * Revocation data that a file carries in its document security store (ISO 32000-2 §12.8.4.3), and what it says of a path:
 * lists of the path's own authorities alone, each proven by its signature. Nothing is fetched.
 */
import { PdfStream } from '@libpdf/core';
import { announcesRevocation, type CertificatePath, type PathCertificate } from '../certificate-path.ts';
import { isListOf, type RevocationList, readCrl } from '../crl.ts';
import { DerError, readDer, toHex } from '../der.ts';
import { oid } from '../oids.ts';
import { readValidationStore } from './changes/validation-data.ts';
import { decodeStream } from './inflate.ts';
import type { StrictFile } from './strict-file.ts';
import { SyntaxFault } from './syntax.ts';

/** Honest stores hold one list for each authority and renewal. */
const MAX_ITEMS = 1000;
/** Decoded, all of them together. */
const MAX_BYTES = 64 * 1024 * 1024;

interface RevokedEntry {
  readonly date: Date;
  readonly reason: number | null;
}

export interface PathRevocation {
  /** Of the certificate itself, at or before the instant asked for. */
  readonly revoked: boolean;
  /** Of an authority on its path. */
  readonly authorityRevoked: boolean;
  /** For every certificate that can be revoked there is a list that was good at the instant. */
  readonly covered: boolean;
  /** Some certificate on the path wants to be looked up, and there is no such list. */
  readonly unknown: boolean;
}

/** Reasons after which a timestamp from before the revocation stays good (RFC 3161 §4). */
const HARMLESS = new Set([0, 3, 4, 5]);

const CERTIFICATE_HOLD = 6;

export class ValidationData {
  /** Certificates to build paths with; what they are worth their signatures say. */
  readonly certificates: readonly Uint8Array[];
  readonly #lists: readonly RevocationList[];
  /** Lists by the authority that made them, as far as they were asked for. */
  readonly #proven = new Map<string, Promise<readonly RevocationList[]>>();

  private constructor(certificates: readonly Uint8Array[], lists: readonly RevocationList[]) {
    this.certificates = certificates;
    this.#lists = lists;
  }

  /**
   * What the store held up to one revision of the file: whoever adds another one takes nothing away, wherever it puts it.
   * @throws SyntaxFault when there is more than an honest file holds.
   */
  static async at(file: StrictFile, revision: number): Promise<ValidationData> {
    const items = await itemsUpTo(file, revision);
    const lists = items.map((der) => ({ der, list: read(der, readCrl) }));
    const others = lists.filter(({ list }) => list.length === 0);
    return new ValidationData(
      others.flatMap(({ der }) => read(der, () => readDer(der).raw)),
      lists.flatMap(({ list }) => list),
    );
  }

  /** What is known of a path's certificates at an instant. */
  async of({ certificates }: CertificatePath, at: Date): Promise<PathRevocation> {
    const found = { revoked: false, authorityRevoked: false, covered: true, unknown: false };
    for (const [index, certificate] of certificates.slice(0, -1).entries()) {
      const issuer = certificates[index + 1];
      if (!issuer || cannotBeRevoked(certificate)) continue;
      const lists = await this.#listsOf(issuer);
      if (revocationsIn(lists, certificate).some(({ date }) => date <= at))
        found[index === 0 ? 'revoked' : 'authorityRevoked'] = true;
      const covered = lists.some((list) => coversAt(list, certificate, at));
      found.covered &&= covered;
      found.unknown ||= !covered && announcesRevocation(certificate.fields);
    }
    return found;
  }

  /** Whether a revocation takes the trust from timestamps that were made before it, too. */
  async discredits({ certificates }: CertificatePath, until: Date): Promise<boolean> {
    const [certificate, issuer] = certificates;
    if (!certificate || !issuer) return false;
    const harmful = ({ reason }: RevokedEntry): boolean => reason === null || !HARMLESS.has(reason);
    return revocationsIn(await this.#listsOf(issuer), certificate).some(
      (entry) => entry.date <= until && harmful(entry),
    );
  }

  #listsOf(issuer: PathCertificate): Promise<readonly RevocationList[]> {
    const name = toHex(issuer.fields.publicKey) + toHex(issuer.fields.subject);
    const known = this.#proven.get(name);
    if (known) return known;
    const proven = Promise.all(
      this.#lists.map(async (list) => ((await isListOf(list, issuer.fields)) ? [list] : [])),
    ).then((lists) => lists.flat().sort((a, b) => a.thisUpdate.getTime() - b.thisUpdate.getTime()));
    this.#proven.set(name, proven);
    return proven;
  }
}

/** EN 319 412-1 §5.2 and RFC 9608: their brevity takes the place of revocation. */
const cannotBeRevoked = ({ fields }: PathCertificate): boolean =>
  fields.extensions.has(oid.noRevocationAvailable) || fields.extensions.has(oid.validityAssuredShortTerm);

/** An entry of any list counts, for lists drop what has expired; a hold alone may be lifted by a newer list. */
function revocationsIn(lists: readonly RevocationList[], { fields }: PathCertificate): readonly RevokedEntry[] {
  const serial = toHex(fields.serial);
  const of = (list: RevocationList | undefined) => list?.revoked.get(serial) ?? [];
  const lasting = lists.flatMap(of).filter(({ reason }) => reason !== CERTIFICATE_HOLD);
  return lasting.length > 0 ? lasting : [of(lists.at(-1))].flat();
}

/** The list had not run out, and does not come from a time when it could leave out the certificate as expired. */
const coversAt = ({ thisUpdate, nextUpdate }: RevocationList, { fields }: PathCertificate, at: Date): boolean =>
  nextUpdate !== null && nextUpdate >= at && thisUpdate <= fields.notAfter;

/** Every certificate and list of every store, each once, whichever list it stands in. */
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

/** What cannot be read proves nothing; it does no harm either. */
function read<T>(der: Uint8Array, reader: (der: Uint8Array) => T): T[] {
  try {
    return [reader(der)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
