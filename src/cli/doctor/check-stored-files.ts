/** Checks stored files: reads and verifies one of each generation of the seal's key, and compares the secret with the database. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReadOnly } from '#adapters/database/read-only.ts';
import { readAnchors } from '#adapters/sealer/trust-anchors.ts';
import type { Message } from '#domain/errors.ts';
import { type VerifiedSignature, verifyPdf } from '#formats/verify/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { Db } from '#ports/database/database.ts';
import { dayOf, type Finding, failure, ok, warning } from '#ports/finding.ts';
import { isBoundToSecret } from '#server/database/installation.ts';
import { findSignedBetween } from '#server/signing/complete/signed-files.queries.ts';
import type { Secrets } from '#server/world.ts';
import { openFiles } from '../../file-storage.ts';
import type { StorageSettings } from '../../settings/storage.ts';

/** Files are read sequentially in order of time; keys change over time and never back. */
const MAX_FILES = 12;
const TIME_MS = 3_500;
/** Bytes; larger files take too long to read and verify here. */
const MAX_BYTES = 8 * 1024 * 1024;
const silentLog = { warn: () => undefined, info: () => undefined };

export interface StoredFiles {
  readonly databaseUrl: string;
  readonly storage: StorageSettings;
  /** Folder of `anchors.pem`. */
  readonly keys: string;
  readonly secrets: Secrets | null;
  readonly clock: Clock;
}

interface Row {
  readonly id: number;
  readonly sha256: string;
  readonly created: Date;
}

interface Generation {
  readonly serial: string;
  readonly issuer: Message;
  readonly row: Row;
}

export async function checkStoredFiles(settings: StoredFiles): Promise<Finding[]> {
  const { pool, db, close } = openReadOnly(settings.databaseUrl, TIME_MS);
  try {
    const { rows } = await pool.query(`SELECT WHERE to_regclass('public.signed_document') IS NOT NULL`);
    if (rows.length === 0) return [ok('files', NO_FILE)];
    return [...(await secretFinding(db, settings)), ...(await new StoredFileCheck(db, settings).check())];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      warning('files', {
        it: `La banca dati non risponde, perciò nessun file conservato è stato controllato (${reason}).`,
        en: `The database does not answer, so no stored file was looked at (${reason}).`,
      }),
    ];
  } finally {
    await close();
  }
}

const NO_FILE: Message = { it: 'Non è ancora conservato nessun file.', en: 'No file is stored yet.' };
const OWN_SECRET: Message = {
  it: 'È il segreto con cui è nata questa banca dati.',
  en: 'It is the secret that this database was made with.',
};
const OTHER_SECRET: Message = {
  it: 'Non è il segreto con cui è nata questa banca dati: è di un’altra installazione, o è stato cambiato. Ripristina quello di questa banca dati: ne dipendono link, codici e sessioni.',
  en: 'It is not the secret that this database was made with: another installation’s, or a changed one. Restore the one that belongs to this database; links, codes and sessions depend on it.',
};

/** Detects the database of another installation, or a secret that a backup lacked. */
async function secretFinding(db: Db, { secrets }: StoredFiles): Promise<Finding[]> {
  const name = 'APP_SECRET';
  const matches = secrets === null ? null : await isBoundToSecret(db, secrets);
  if (matches === null) return [];
  return [matches ? ok(name, OWN_SECRET) : failure(name, OTHER_SECRET)];
}

const issuerOf = ({ issuer }: VerifiedSignature): Message =>
  issuer === null ? { it: 'un’autorità senza nome', en: 'an unnamed authority' } : { it: issuer, en: issuer };

class StoredFileCheck {
  readonly #db: Db;
  readonly #settings: StoredFiles;
  readonly #until: number;
  #checkedCount = 0;
  readonly #faults: Finding[] = [];
  readonly #generations: Generation[] = [];

  constructor(db: Db, settings: StoredFiles) {
    this.#db = db;
    this.#settings = settings;
    this.#until = settings.clock.now().getTime() + TIME_MS;
  }

  async check(): Promise<Finding[]> {
    const first = await this.#row(0, Number.MAX_SAFE_INTEGER, false);
    const last = await this.#row(0, Number.MAX_SAFE_INTEGER, true);
    if (first === null || last === null) return [ok('files', NO_FILE)];
    const oldest = await this.#look(first);
    const newest = last.id === first.id ? oldest : await this.#look(last);
    if (oldest !== null && newest !== null) await this.#between(oldest, newest);
    const okFindings = this.#generations.map(({ serial, issuer, row }) =>
      ok('files', {
        it: `Un file sigillato con la chiave ${serial} di ${issuer.it} (${dayOf(row.created)}) si apre e si verifica.`,
        en: `A file sealed with the key ${serial} of ${issuer.en} (${dayOf(row.created)}) opens and verifies.`,
      }),
    );
    return [...this.#faults, ...okFindings];
  }

  async #row(after: number, before: number, last: boolean): Promise<Row | null> {
    const stored = await findSignedBetween(this.#db, { after, before, last, largest: MAX_BYTES });
    return stored === undefined ? null : { id: stored.id, sha256: stored.sha256, created: stored.created_date };
  }

  /** Finds by bisection where the key changed between two files of different keys. */
  async #between(from: Generation, to: Generation): Promise<void> {
    if (from.serial === to.serial || this.#checkedCount >= MAX_FILES) return;
    if (this.#settings.clock.now().getTime() > this.#until) return;
    const [after, before] = [from.row.id, to.row.id];
    const middle = Math.floor((after + before) / 2);
    const middleRow = (await this.#row(after, middle + 1, true)) ?? (await this.#row(middle, before, false));
    if (middleRow === null || middleRow.id === before) return;
    const generation = await this.#look(middleRow);
    if (generation === null) return;
    await this.#between(from, generation);
    await this.#between(generation, to);
  }

  async #look(row: Row): Promise<Generation | null> {
    this.#checkedCount += 1;
    const day = dayOf(row.created);
    const wrong = ({ it, en }: Message): null => {
      this.#faults.push(
        failure('files', {
          it: `Il file ${row.sha256} del ${day} ${it}.`,
          en: `The file ${row.sha256} of ${day} ${en}.`,
        }),
      );
      return null;
    };
    let bytes: Uint8Array;
    try {
      bytes = await this.#read(row.sha256);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return wrong({
        it: `non si può leggere (${reason}). Ripristinalo da una copia`,
        en: `cannot be read (${reason}). Restore it from a backup`,
      });
    }
    if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
      return wrong({
        it: 'è stato modificato dove è conservato. Ripristinalo da una copia',
        en: 'has been changed where it is stored. Restore it from a backup',
      });
    }
    const trusted = await readAnchors(join(this.#settings.keys, 'anchors.pem')).catch(() => null);
    if (trusted === null) {
      return wrong({
        it: 'non si può verificare: nella cartella keys manca anchors.pem. Ripristinalo',
        en: 'cannot be verified: anchors.pem is missing in the folder keys. Restore it',
      });
    }
    const { intact, signatures } = await verifyPdf(bytes, { ...trusted, at: this.#settings.clock.now() });
    const seal = signatures.findLast(({ kind }) => kind === 'seal');
    if (!intact || seal === undefined) {
      return wrong({ it: 'non è integro. Esaminalo con “verify”', en: 'is not intact. Examine it with “verify”' });
    }
    if (!seal.anchored) {
      const issuer = issuerOf(seal);
      return wrong({
        it: `è sigillato sotto ${issuer.it}, la cui radice manca in anchors.pem. Ripristinalo`,
        en: `was sealed under ${issuer.en}, whose root anchors.pem does not hold. Restore it`,
      });
    }
    return this.#keep(row, seal);
  }

  #keep(row: Row, seal: VerifiedSignature): Generation {
    const generation = { serial: seal.certificateSerial ?? '', issuer: issuerOf(seal), row };
    if (!this.#generations.some(({ serial }) => serial === generation.serial)) this.#generations.push(generation);
    return generation;
  }

  /** Opening the folder's store normally would clean it up. */
  async #read(sha256: string): Promise<Uint8Array> {
    const { storage, clock } = this.#settings;
    if (storage.bucket === null) return readFile(join(storage.folder, sha256.slice(0, 2), sha256));
    return (await openFiles(storage, { clock, log: silentLog, alone: false })).get(sha256);
  }
}
