/** Lifecycle of a module: a request when it is created, an adherence when it is signed. */
import { evidenceUntil } from '#domain/adherences/adherence.ts';
import { dateIssue } from '#domain/date-issue.ts';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import { FEA_MODULE, personCode } from '#domain/documents/fea.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import { changedSince, type SignedPerson } from '#domain/dossiers/same-person.ts';
import { documentIssue, type FieldIssue, Refusal } from '#domain/errors.ts';
import { type EvidenceActor, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { maskNumber } from '#domain/evidence/masking.ts';
import { hasOnlyExpired } from '#domain/papers/templates/fea-module.ts';
import { romeDay } from '#domain/rome-time.ts';
import { isoDate } from '#domain/text-schemas.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { type DossierRow, presentDossier } from '../dossiers/index.ts';
import { documentSubject, dossierSubject, record } from '../evidence/index.ts';
import {
  type AdherenceRow,
  activateRequest,
  clearIdentityCopies,
  expireAdherence,
  expireRequests,
  findActiveAdherence,
  findModuleAdherence,
  insertUses,
  listAdherences,
  listModulesOfCopies,
  listProofs,
  lockParty,
  sessionHasUse,
  signerOf,
  upsertRequest,
} from './queries.ts';

/** The columns of a module used here. */
export interface FeaModuleRow {
  readonly id: number;
  readonly type: string;
  readonly legal_entity: string;
  readonly dossier_id: number;
  readonly variable_fields: VariableFields;
  readonly last_modified_by: string | null;
  readonly last_modified_date: Date;
}

const IDENTITY_FIELDS = ['ID_TYPE', 'ID_NUMBER', 'ID_ISSUER', 'ID_ISSUED', 'ID_EXPIRY'] as const;

const text = (fields: VariableFields, name: (typeof IDENTITY_FIELDS)[number]): string => {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
};

function identityIssues({ variable_fields: fields }: FeaModuleRow, today: string): FieldIssue[] {
  const missing = IDENTITY_FIELDS.filter((name) => text(fields, name) === '').map((name) =>
    documentIssue(name, 'required'),
  );
  const invalid = (['ID_ISSUED', 'ID_EXPIRY'] as const)
    .filter((name) => text(fields, name) !== '' && !isoDate.safeParse(text(fields, name)).success)
    .map((name): FieldIssue => ({ objectName: 'document', field: name, ...dateIssue(text(fields, name)) }));
  const expiry = text(fields, 'ID_EXPIRY');
  const expired = expiry !== '' && expiry < today ? [documentIssue('ID_EXPIRY', 'expiredPaper')] : [];
  return [...missing, ...invalid, ...expired];
}

/**
 * A codice fiscale belongs to one person: an adherence under it with another name or birth is a different person's. A
 * different phone is not: this module identifies the person again.
 */
const isOther = (adherence: AdherenceRow | undefined, person: SignedPerson): boolean => {
  const signed = adherence && signerOf(adherence);
  if (!signed) return false;
  const changed = changedSince(signed, person);
  return changed.includes('name') || changed.includes('birthDate');
};

/**
 * Records the person a module is about: when it is made, and again when its signature starts, because both the customer
 * and the identity document may have been corrected in between. Does nothing for any other document.
 * @param identityDocumentId the copy of the identity document, when it has just been stored.
 * @param must false for a module that is only being made: a draft may lack what its signature needs.
 * @throws Refusal paper.incomplete when the identity document is missing or has expired, or the person has no
 * codice fiscale, or another person's.
 */
export async function requestAdherence(
  tx: Tx,
  module: FeaModuleRow,
  customer: DossierRow,
  { must, identityDocumentId = null, at }: { must: boolean; identityDocumentId?: number | null; at: Date },
): Promise<void> {
  if (module.type !== FEA_MODULE) return;
  const code = personCode(presentDossier(customer));
  const lacksCode: FieldIssue[] =
    code === null ? [{ objectName: 'dossier', field: 'fiscalCode', code: 'required' }] : [];
  const fieldErrors = [...lacksCode, ...identityIssues(module, romeDay(at))];
  if (code === null || fieldErrors.length > 0) {
    if (must)
      throw new Refusal(hasOnlyExpired(fieldErrors) ? 'paper.identityExpired' : 'paper.incomplete', { fieldErrors });
    return;
  }
  await lockParty(tx, { personCode: code, legalEntity: module.legal_entity });
  const existing = await findModuleAdherence(tx, module.id);
  if (existing?.activated_date) return;
  const person = presentDossier(customer);
  if (must && isOther(await findActiveAdherence(tx, { personCode: code, legalEntity: module.legal_entity }), person)) {
    throw new Refusal('paper.incomplete', {
      fieldErrors: [{ objectName: 'dossier', field: 'fiscalCode', code: 'otherPerson' }],
    });
  }
  const { variable_fields: fields } = module;
  const identity = {
    identity_type: text(fields, 'ID_TYPE'),
    identity_number: text(fields, 'ID_NUMBER'),
    identity_issuer: text(fields, 'ID_ISSUER'),
    identity_issued: text(fields, 'ID_ISSUED'),
    identity_expiry: text(fields, 'ID_EXPIRY'),
  };
  // The identity document was seen by the user who recorded its data, not by one who starts the same document again.
  const isSameIdentity =
    existing?.person_code === code &&
    Object.entries(identity).every(([column, value]) => existing[column as keyof typeof identity] === value);
  await upsertRequest(tx, {
    person_code: code,
    legal_entity: module.legal_entity,
    // Every module created or started also covers the national company: change this value if a module without it is
    // ever printed.
    covers_national: true,
    state: 'REQUESTED',
    dossier_id: module.dossier_id,
    module_id: module.id,
    method: 'IN_PERSON',
    identified_by: isSameIdentity ? existing.identified_by : (module.last_modified_by ?? ''),
    identified_date: isSameIdentity ? existing.identified_date : module.last_modified_date,
    // As printed: the start has verified that the document matches the customer's current data.
    first_name: person.firstName,
    last_name: person.lastName,
    birth_date: person.birthDate,
    birth_place: person.birthPlace,
    mobile_phone: person.mobilePhone,
    ...identity,
    // A copy shows one identity document: a different one has no copy yet.
    identity_document_id: identityDocumentId ?? (isSameIdentity ? existing.identity_document_id : null),
    requested_date: at,
    ended_date: null,
  });
}

/**
 * Activates the adherence of a signed module, in the transaction that makes the module SIGNED, so that neither exists
 * without the other. Replaces a previously valid adherence. Does nothing for a module that lacks what an adherence
 * needs: it was started by a version without adherences, is signed, and the next document requests one again. Does nothing for
 * any other document.
 */
export async function activateAdherence(
  tx: Tx,
  module: FeaModuleRow,
  customer: DossierRow,
  signed: { sessionId: number; documentId: number; sha256: string; textVersion: string | null; at: Date },
): Promise<void> {
  if (module.type !== FEA_MODULE) return;
  if ((await findModuleAdherence(tx, module.id)) === undefined) {
    await requestAdherence(tx, module, customer, { must: false, at: signed.at });
  }
  const requested = await findModuleAdherence(tx, module.id);
  if (requested === undefined) return;
  const { person_code: code, legal_entity: legalEntity, dossier_id: dossierId } = requested;
  await lockParty(tx, { personCode: code, legalEntity });
  const previous = await findActiveAdherence(tx, { personCode: code, legalEntity });
  const signer = signerOf(requested);
  // Two people signed modules with the same codice fiscale at the same time: the second must not replace the first.
  if (signer !== null && isOther(previous, signer)) return expireAdherence(tx, requested.id, signed.at);
  if (previous !== undefined) await expireAdherence(tx, previous.id, signed.at);
  if (!(await activateRequest(tx, requested.id, signed))) {
    throw new Error(`The adherence of module ${module.id} is in force already`);
  }
  const detail = {
    adherenceId: requested.id,
    moduleId: module.id,
    legalEntity,
    sessionId: signed.sessionId,
    sha256: signed.sha256,
    replaced: previous?.module_id ?? null,
  };
  const event = { type: 'fea.activated', actor: SYSTEM_ACTOR, detail } as const;
  await record(tx, documentSubject(module.id), event, signed.at);
  await record(tx, dossierSubject(dossierId), event, signed.at);
}

/**
 * Drops the requests of hidden modules, which can no longer be signed; a hidden copy no longer counts as a copy.
 * @returns the copies of identity documents of these modules: each was kept for one module only.
 */
export async function dropRequests(tx: Tx, documentIds: readonly number[], at: Date): Promise<number[]> {
  const copies = await expireRequests(tx, documentIds, at);
  await clearIdentityCopies(tx, [...documentIds, ...copies]);
  return copies;
}

/** A signing session that starts, and who starts it. */
export interface SigningStart {
  readonly sessionId: number;
  readonly documentId: number;
  readonly by: EvidenceActor;
  readonly at: Date;
}

/**
 * Records which adherences a signing session rests on, in its trail too: without them it cannot be shown to be an
 * advanced one. In a module's trail: who identified the customer.
 */
export async function recordUses(tx: Tx, adherenceIds: readonly number[], start: SigningStart): Promise<void> {
  const { sessionId, documentId, by, at } = start;
  const ids = [...new Set(adherenceIds)];
  await insertUses(
    tx,
    ids.map((adherence_id) => ({ session_id: sessionId, document_id: documentId, adherence_id })),
  );
  for (const adherence of await listAdherences(tx, ids)) {
    const detail = {
      sessionId,
      signer: fullName(adherence),
      adherenceId: adherence.id,
      moduleId: adherence.module_id,
      legalEntity: adherence.legal_entity,
      activated: (adherence.activated_date ?? at).toISOString(),
      textVersion: adherence.text_version,
      sha256: adherence.signed_sha256,
    };
    await record(tx, documentSubject(documentId), { type: 'fea.used', actor: by, detail }, at);
  }
  await recordIdentification(tx, start);
}

/** For a module whose signing session starts: who identified the customer, when, and by which document. */
async function recordIdentification(tx: Tx, start: SigningStart): Promise<void> {
  const { sessionId, documentId, by, at } = start;
  const request = await findModuleAdherence(tx, documentId);
  if (request === undefined) return;
  const detail = {
    sessionId,
    signer: fullName(request),
    method: request.method,
    login: request.identified_by,
    at: request.identified_date.toISOString(),
    document: request.identity_type,
    number: maskNumber(request.identity_number),
    expiry: request.identity_expiry,
  };
  await record(tx, documentSubject(documentId), { type: 'customer.identified', actor: by, detail }, at);
}

const fullName = ({ first_name, last_name }: AdherenceRow): string =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ');

/** Whether this signing session was started on an adherence, whose module names the signer's phone. */
export const restsOnAdherence = (db: Db, sessionId: number): Promise<boolean> => sessionHasUse(db, sessionId);

/** Statuses of signed documents. */
const SIGNED: readonly DocumentStatus[] = ['PRIVACY_UPDATING', 'SIGNED'];

/** Why documents that prove adherences must be kept (art. 57). */
export type EvidenceHold = { readonly until: Date } | 'active' | 'moving';

/**
 * Whether some of these documents are evidence of adherences: a module that was in force, the copy of an identity
 * document, a document signed under one. Evidence is kept for twenty years from the last signature, and as long as
 * signatures under the adherence are possible. The copy for a module that is being signed is kept as well: the
 * signature depends on it.
 * @param lockModules locks these modules until the transaction ends, and returns whether one is being signed.
 * @returns null when all of them may be deleted.
 */
export async function findEvidenceHold(
  db: Db,
  documents: readonly { id: number; status: DocumentStatus }[],
  { lockModules, at }: { lockModules: (ids: readonly number[]) => Promise<boolean>; at: Date },
): Promise<EvidenceHold | null> {
  const modules = await listModulesOfCopies(
    db,
    documents.map(({ id }) => id),
  );
  // Before looking up the proofs: waits for a module that is being completed.
  if (await lockModules(modules)) return 'moving';
  const proofs = await listProofs(
    db,
    documents.map(({ id }) => id),
  );
  const statusOf = new Map(documents.map((document) => [document.id, document.status]));
  const retained = proofs.filter(({ use, documentId }) => !use || SIGNED.includes(statusOf.get(documentId) ?? 'DRAFT'));
  const latest = Math.max(0, ...retained.map(({ lastSigned }) => lastSigned.getTime()));
  const until = evidenceUntil(new Date(latest));
  if (retained.length > 0 && at < until) return { until };
  return retained.some(({ state }) => state === 'ACTIVE') ? 'active' : null;
}
