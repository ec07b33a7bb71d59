/** Gathers what proves a person's FEA adherences, as the copy they may request (DPCM 22 February 2013, art. 57). */
import { createHash } from 'node:crypto';
import { type Actor, may } from '#domain/access.ts';
import { personCode } from '#domain/documents/fea.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { namePart } from '#domain/file-name.ts';
import { choiceLabel } from '#domain/papers/labels/choice-labels.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { romeShort } from '#domain/signing/trail/printed-time.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { type AdherenceRow, listEvidence } from '../../adherences/index.ts';
import { listLegalEntities } from '../../dealers/index.ts';
import { type DossierRow, findDossier, presentDossier } from '../../dossiers/index.ts';
import { dossierSubject, record } from '../../evidence/index.ts';
import { fitsZip } from '../../http/response/zip.ts';
import { authorise } from '../../http/route.ts';
import { itemsOf, nameInZip, type SignedFiles, type ZipItem } from '../lists/files-zip.ts';
import { type DocumentRow, findDocuments } from '../queries.ts';
import { mayReadFiles, targetOf } from '../visible-documents.ts';

export interface AdherenceCopy {
  readonly fileName: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly items: readonly ZipItem[];
  readonly at: Date;
  /** What the customer's trail records of the copy. */
  readonly of: {
    dossierId: number;
    detail: { legalEntity: string; adherenceIds: number[]; files: number; sha256: string };
  };
}

interface Gathered {
  /** The person's name; null when the dossier is now about another person. */
  readonly signer: string | null;
  readonly code: string;
  /** The company on whose behalf the person signs. */
  readonly company: string | null;
  readonly entityName: string;
  readonly adherences: readonly AdherenceRow[];
  readonly rows: ReadonlyMap<number, DocumentRow>;
  readonly items: readonly ZipItem[];
  /** The person's papers that the caller may not see. */
  readonly elsewhere: number;
  readonly at: Date;
}

const WAYS = {
  IN_PERSON: 'di persona',
  EMAIL: 'per e-mail',
  PHONE: 'per telefono',
  POST: 'per posta',
  OTHER: 'in altro modo',
} as const;

/** `2026-11-20` in the Italian notation. */
const day = (iso: string): string => iso.split('-').reverse().join('/');

function adherenceLines(one: AdherenceRow, isVisible: boolean): string[] {
  const { activated_date: since, ended_date: until } = one;
  const facts: (readonly [string, string | null])[] = [
    ['Attiva dal', since && romeShort(since)],
    ['Fino al', until && romeShort(until)],
    ['Versione dei termini', one.text_version],
    ['SHA-256 del modulo firmato', one.signed_sha256],
    ['Vale anche per', one.covers_national ? 'i moduli privacy della società nazionale' : null],
  ];
  if (isVisible) {
    const paper = `${choiceLabel('ID_TYPE', one.identity_type, 'it')} ${one.identity_number}, ${one.identity_issuer}`;
    facts.push(
      ['Documento d’identità', `${paper}, rilascio ${day(one.identity_issued)}, scadenza ${day(one.identity_expiry)}`],
      ['Identificazione a cura di', `${one.identified_by}, il ${romeShort(one.identified_date)}`],
    );
  }
  if (one.revocation_date !== null && one.revoked_via !== null) {
    facts.push(['Revocata', `con richiesta del ${day(one.revocation_date)}, ${WAYS[one.revoked_via]}`]);
    if (isVisible) facts.push(['Richiesta da', one.requested_by], ['Motivo', one.reason]);
  }
  return facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [`    ${label}: ${value}`]));
}

function readmeText({ signer, code, company, entityName, adherences, rows, items, elsewhere, at }: Gathered): string {
  const lines = [
    'Documentazione della firma elettronica avanzata (FEA)',
    '',
    ...(signer === null ? [] : [`Firmatario: ${signer}`]),
    `Codice fiscale: ${code}`,
    ...(company === null ? [] : [`Chiesta dall’anagrafica di: ${company}`]),
    'Da consegnare soltanto al firmatario: comprende tutti i documenti con firma conclusa verso questa società, anche',
    'per sé. Un documento che non tutti hanno firmato non è concluso, e non è compreso.',
    `Verso: ${entityName}`,
    `Preparata il: ${romeShort(at)}`,
    '',
    'Che cos’è',
    'È la copia, gratuita, della dichiarazione di adesione e di ciò che la documenta, che il firmatario può chiedere',
    'in ogni momento (DPCM 22 febbraio 2013, art. 57). La documentazione si conserva per vent’anni dall’ultima firma.',
    '',
    'Come si controlla',
    '1. I file sono integri se questo comando, dato nella cartella in cui è stato estratto lo ZIP, risponde OK a ogni',
    '   riga:  sha256sum -c SHA256SUMS',
    '   Su Windows, file per file:  certutil -hashfile "NOME DEL FILE" SHA256',
    '2. Le firme di ogni PDF si controllano con un lettore PDF che verifica le firme, oppure alla pagina /verify di',
    '   questo portale: il file resta nel browser di chi controlla.',
    '3. Di ogni documento firmato c’è il tracciato: elenca i fatti della firma e porta il proprio sigillo.',
    '',
    'Adesioni',
  ];
  for (const adherence of adherences) {
    const module = rows.get(adherence.module_id);
    lines.push(
      '',
      module === undefined ? 'Modulo FEA non compreso in questa copia' : `Modulo FEA n. ${module.id}`,
      ...adherenceLines(adherence, module !== undefined),
    );
  }
  lines.push('', 'Documenti');
  for (const row of rows.values()) {
    const ownItems = items.filter(({ documentId }) => documentId === row.id);
    if (ownItems.length === 0) continue;
    lines.push('', `${paperName(row.type)} n. ${row.id}`, ...ownItems.map(({ name }) => `    ${name}`));
  }
  if (elsewhere > 0) {
    const others = elsewhere === 1 ? '1 altro documento del firmatario' : `${elsewhere} altri documenti del firmatario`;
    lines.push(
      '',
      `Non comprende tutto: ${others}, che chi ha preparato questa copia non può consultare.`,
      'La copia si può chiedere alla concessionaria o alla società.',
    );
  }
  return [...lines, ''].join('\r\n');
}

const inDirectory = (directory: string, items: readonly ZipItem[]): ZipItem[] =>
  items.map((item) => ({ ...item, name: `${directory}/${item.name}` }));

const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

type Evidence = Awaited<ReturnType<typeof listEvidence>>;

/** @throws Refusal dossier.notFound, 403. */
async function findCustomer(db: Db, actor: Actor, id: number): Promise<DossierRow> {
  const dossier = await findDossier(db, id);
  if (dossier === undefined) throw new Refusal('dossier.notFound');
  const customer = { hst: dossier.hst, createdBy: dossier.created_by };
  authorise(may(actor, 'dossier.read', customer), 'dossier.notFound');
  authorise(may(actor, 'document.sign', customer), 'dossier.notFound');
  return dossier;
}

async function evidenceOf(db: Db, dossier: DossierRow, adherenceId: number | undefined): Promise<Evidence> {
  if (adherenceId !== undefined) return listEvidence(db, { id: adherenceId, dossierId: dossier.id });
  const code = personCode(presentDossier(dossier));
  if (code === null) throw new Refusal('fea.nothingToCopy');
  return listEvidence(db, { personCode: code, legalEntity: dossier.legal_entity });
}

interface Papers {
  /** Modules, identity documents, and documents with a completed signature on these adherences. */
  readonly signed: readonly DocumentRow[];
  readonly finished: Awaited<ReturnType<SignedFiles>>;
  /** The directory of a document's files in the ZIP. */
  readonly directoryOf: (documentId: number) => string;
}

async function findPapers(db: Db, { adherences, uses }: Evidence, signedFiles: SignedFiles): Promise<Papers> {
  const modules = adherences.map((adherence) => adherence.module_id);
  const shown = adherences.flatMap((adherence) => adherence.identity_document_id ?? []);
  const documents = await findDocuments(db, [...new Set([...shown, ...modules, ...uses.map((use) => use.documentId)])]);
  const finished = await signedFiles(
    db,
    documents.flatMap((row) => row.signed_document_id ?? []),
  );
  const sessionOf = (row: DocumentRow) =>
    row.signed_document_id === null ? undefined : finished.get(row.signed_document_id)?.sessionId;
  // Compare sessions: after a session on this adherence that came to nothing, another person may have signed the
  // document.
  const signed = documents.filter(
    (row) =>
      modules.includes(row.id) ||
      shown.includes(row.id) ||
      uses.some(({ documentId, sessionId }) => documentId === row.id && sessionId === sessionOf(row)),
  );
  const directoryOf = (id: number) => (modules.includes(id) ? 'modulo' : shown.includes(id) ? 'identita' : 'documenti');
  return { signed, finished, directoryOf };
}

/** The signed requests to revoke. `withheld` counts those that this actor may not have. */
function revocationRequests(
  actor: Actor,
  adherences: readonly AdherenceRow[],
  rows: ReadonlyMap<number, DocumentRow>,
  at: Date,
): { items: ZipItem[]; withheld: number } {
  const items: ZipItem[] = [];
  let withheld = 0;
  for (const adherence of adherences) {
    const { request_sha256: sha256, request_name: name, request_size: size } = adherence;
    if (!sha256 || !name || size === null) continue;
    const module = rows.get(adherence.module_id);
    // The same right as for downloading the request separately: starting signatures.
    if (!module || !may(actor, 'document.sign', targetOf(module)).ok) {
      withheld += 1;
      continue;
    }
    const file = nameInZip({ id: adherence.id, file_name: name }, '-richiesta');
    const changed = adherence.ended_date ?? at;
    items.push({ documentId: null, what: 'revocation', sha256, size, name: `revoca/${file}`, changed });
  }
  return { items, withheld };
}

/** The papers and requests that this actor may have, and the number of those that they may not. */
function gatherFiles(
  actor: Actor,
  adherences: readonly AdherenceRow[],
  { signed, finished, directoryOf }: Papers,
  at: Date,
): Pick<Gathered, 'rows' | 'items' | 'elsewhere'> {
  const rows = new Map(
    signed
      .filter((row) => mayReadFiles(actor, row).ok)
      .sort((first, second) => first.id - second.id)
      .map((row) => [row.id, row]),
  );
  const files = [...rows.values()].flatMap((row) => inDirectory(directoryOf(row.id), itemsOf(row, finished)));
  const requests = revocationRequests(actor, adherences, rows, at);
  return {
    rows,
    items: [...files, ...requests.items],
    elsewhere: signed.length - rows.size + requests.withheld,
  };
}

/** One line for each file of the ZIP, in the format of sha256sum. */
const checksumsText = (items: readonly ZipItem[], leggimi: string): string =>
  [...items.map(({ sha256, name }) => `${sha256}  ${name}`), `${sha256Of(leggimi)}  LEGGIMI.txt`, ''].join('\n');

/** @throws Refusal fea.copyTooLarge. */
function refuseTooLarge(texts: readonly string[], items: readonly ZipItem[]): void {
  const sizes = [...texts.map((text) => Buffer.byteLength(text)), ...items.map((item) => item.size)];
  if (!fitsZip(sizes)) throw new Refusal('fea.copyTooLarge');
}

interface CopyRequest {
  actor: Actor;
  /** The customer's dossier. */
  id: number;
  /** An adherence of this dossier; without it, all those of the person whom the dossier describes now. */
  adherenceId: number | undefined;
  signedFiles: SignedFiles;
  at: Date;
}

/**
 * Gathers the copy for this actor: the adherences of the customer's person towards the customer's legal entity, in
 * whichever dossier they were signed.
 * @throws Refusal dossier.notFound, 403, fea.nothingToCopy, fea.copyTooLarge.
 */
export async function collectAdherenceCopy(db: Db, request: CopyRequest): Promise<AdherenceCopy> {
  const { actor, at } = request;
  const dossier = await findCustomer(db, actor, request.id);
  const evidence = await evidenceOf(db, dossier, request.adherenceId);
  const { adherences } = evidence;
  const [first] = adherences;
  if (first === undefined) throw new Refusal('fea.nothingToCopy');
  const { person_code: code, legal_entity: legalEntity } = first;
  const isSamePerson = code === personCode(presentDossier(dossier));
  const signer = (isSamePerson && personName({ firstName: dossier.first_name, lastName: dossier.last_name })) || null;
  const papers = await findPapers(db, evidence, request.signedFiles);
  const gathered = gatherFiles(actor, adherences, papers, at);
  const { items } = gathered;
  const [entity] = await listLegalEntities(db, [legalEntity]);
  const person = { signer, code, company: dossier.organization_name };
  const leggimi = readmeText({ ...person, ...gathered, entityName: entity?.name ?? legalEntity, adherences, at });
  const checksums = checksumsText(items, leggimi);
  refuseTooLarge([leggimi, checksums], items);
  return {
    fileName: `FEA ${namePart(signer ?? code)}.zip`,
    texts: new Map([
      ['LEGGIMI.txt', leggimi],
      ['SHA256SUMS', checksums],
    ]),
    items,
    at,
    of: {
      dossierId: dossier.id,
      detail: {
        legalEntity,
        adherenceIds: adherences.map((adherence) => adherence.id),
        files: items.length,
        sha256: sha256Of(checksums),
      },
    },
  };
}

/** Recorded before the first byte is sent. */
export async function recordCopy(tx: Tx, { of }: AdherenceCopy, actor: EvidenceActor, at: Date): Promise<void> {
  await record(tx, dossierSubject(of.dossierId), { type: 'fea.copied', actor, detail: of.detail }, at);
}
