/** Staff actions on a customer's FEA adherence: show its status, record its revocation. */
import type { AdherenceOutput } from '#contract/adherences.ts';
import type { PaperCopy } from '#contract/papers.ts';
import type { Actor } from '#domain/access.ts';
import type { Revocation } from '#domain/adherences/adherence.ts';
import { personCode } from '#domain/documents/fea.ts';
import { DOSSIER_ACTIONS } from '#domain/dossiers/dossier-actions.ts';
import { changedSince } from '#domain/dossiers/same-person.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { listLegalEntities } from '../dealers/index.ts';
import { type DossierRow, getDossier, presentDossier } from '../dossiers/index.ts';
import { documentSubject, dossierSubject, record } from '../evidence/index.ts';
import type { StoredAttachment } from '../http/response/attachment.ts';
import type { World } from '../world.ts';
import {
  type AdherenceRow,
  findActiveAdherence,
  findAdherence,
  listHistory,
  listUses,
  lockParty,
  type Party,
  signerOf,
  storeRevocation,
} from './queries.ts';
import { revocationDigest, revocationSalt } from './revocation-statement.ts';

/** Checks and stores a photo or scan of a paper; implemented by documents. @throws Refusal file.* */
export type TakeCopy = (world: World, copy: PaperCopy) => Promise<StoredAttachment>;

/**
 * Ends those of these signing sessions that are still open, because their adherence was revoked; implemented by
 * signing. @returns how many.
 */
export type CancelSessions = (
  tx: Tx,
  sessionIds: readonly number[],
  cause: { reason: 'signing.feaRevoked'; by: EvidenceActor; at: Date },
) => Promise<number>;

const READ = { rights: ['dossier.read'] } as const;

/** @throws Refusal dossier.notFound */
export async function readAdherence(world: World, actor: Actor, id: number): Promise<AdherenceOutput> {
  const { read } = world.database;
  return present(read, await getDossier(read, actor, READ, id));
}

/** Whether the adherence belongs to the dossier's current person, with its legal entity. */
const belongsToDossier = (row: AdherenceRow, dossier: DossierRow): boolean =>
  row.person_code === personCode(presentDossier(dossier)) && row.legal_entity === dossier.legal_entity;

/** Data of the dossier's person that differs from the signed module. */
function changedIn(row: AdherenceRow, dossier: DossierRow): AdherenceOutput['history'][number]['changed'] {
  const signer = signerOf(row);
  return signer === null ? [] : changedSince(signer, presentDossier(dossier));
}

const isoText = (date: Date | null): string | null => date?.toISOString() ?? null;

/**
 * For an adherence made in another of the person's dossiers, only its status: module, identity document and the users
 * who recorded them may be another dealer's.
 */
const presentRow = (row: AdherenceRow, dossier: DossierRow): AdherenceOutput['history'][number] => ({
  id: row.id,
  own: belongsToDossier(row, dossier),
  changed: row.state === 'ACTIVE' && belongsToDossier(row, dossier) ? changedIn(row, dossier) : [],
  state: row.state,
  moduleId: row.dossier_id === dossier.id ? row.module_id : null,
  requestedDate: row.requested_date.toISOString(),
  since: isoText(row.activated_date),
  until: isoText(row.ended_date),
  coversNational: row.covers_national,
  identity:
    row.dossier_id === dossier.id
      ? {
          by: row.identified_by,
          date: row.identified_date.toISOString(),
          type: row.identity_type,
          number: row.identity_number,
          issuer: row.identity_issuer,
          issued: row.identity_issued,
          expiry: row.identity_expiry,
          copyId: row.identity_document_id,
        }
      : null,
  textVersion: row.text_version,
  signedSha256: row.signed_sha256,
  revocation:
    row.revoked_via === null || row.revoked_by === null || row.revocation_date === null
      ? null
      : {
          date: row.revocation_date,
          via: row.revoked_via,
          ...(row.dossier_id === dossier.id
            ? {
                operator: row.revoked_by,
                requestedBy: row.requested_by,
                reason: row.reason,
                requestName: row.request_name,
              }
            : { operator: null, requestedBy: null, reason: null, requestName: null }),
        },
});

async function present(db: Db, dossier: DossierRow): Promise<AdherenceOutput> {
  const code = personCode(presentDossier(dossier));
  const { id: dossierId, legal_entity: legalEntity } = dossier;
  const rows = await listHistory(db, { dossierId, personCode: code, legalEntity });
  const [entity] = await listLegalEntities(db, [legalEntity]);
  const ownRows = rows.filter((row) => belongsToDossier(row, dossier));
  const current = ownRows.find(({ state }) => state === 'ACTIVE') ?? ownRows.at(-1);
  return {
    legalEntity,
    legalEntityName: entity?.name ?? null,
    personKnown: code !== null,
    current: current === undefined ? null : presentRow(current, dossier),
    history: rows.map((row) => presentRow(row, dossier)).reverse(),
  };
}

/** Whose adherence it is: the dossier's person, or the one who gave this adherence in it. */
async function partyOf(db: Db, dossier: DossierRow, adherenceId: number | null): Promise<Party | null> {
  if (adherenceId === null) {
    const code = personCode(presentDossier(dossier));
    return code === null ? null : { personCode: code, legalEntity: dossier.legal_entity };
  }
  const row = await findAdherence(db, { id: adherenceId, dossierId: dossier.id });
  return row === undefined ? null : { personCode: row.person_code, legalEntity: row.legal_entity };
}

/** @throws Refusal fea.notActive without a valid adherence. */
function requireAdherence<Row>(row: Row): asserts row is NonNullable<Row> {
  const hasAdhered = row !== null && row !== undefined;
  if (DOSSIER_ACTIONS.revoke.refusal({ hasAdhered }) !== null) throw new Refusal('fea.notActive');
}

interface RevocationCommand {
  actor: Actor;
  /** Id of the dossier. */
  id: number;
  input: Revocation;
  request: PaperCopy | null;
  /** Null for the adherence of the dossier's person. */
  adherenceId: number | null;
  by: EvidenceActor;
}

/**
 * Records a revocation: it has no retroactive effect, signed documents stay; open signing sessions that rest on it end
 * in the same transaction.
 * @throws Refusal dossier.notFound, adherence.invalid for a future date, fea.notActive, file.* for the request
 */
export async function revokeAdherence(
  world: World,
  { actor, id, input, request, adherenceId, by }: RevocationCommand,
  { cancelSessions, takeCopy }: { cancelSessions: CancelSessions; takeCopy: TakeCopy },
): Promise<AdherenceOutput> {
  // A user without permission must leave no file behind.
  await getDossier(world.database.read, actor, DOSSIER_ACTIONS.revoke, id);
  const storedRequest = request === null ? null : await takeCopy(world, request);
  return world.database.transaction(async (tx) => {
    const dossier = await getDossier(tx, actor, DOSSIER_ACTIONS.revoke, id);
    const at = world.clock.now();
    if (input.date > romeDay(at)) {
      const fieldErrors = [{ objectName: 'adherence', field: 'date', code: 'date' as const }];
      throw new Refusal('adherence.invalid', { fieldErrors });
    }
    const party = await partyOf(tx, dossier, adherenceId);
    requireAdherence(party);
    await lockParty(tx, party);
    const active = await findActiveAdherence(tx, party);
    const adherence = adherenceId === null || active?.id === adherenceId ? active : undefined;
    requireAdherence(adherence);
    await storeRevocation(tx, adherence.id, {
      ended_date: at,
      revoked_by: actor.login,
      revoked_via: input.via,
      revocation_date: input.date,
      requested_by: input.requestedBy,
      reason: input.reason,
      request_name: storedRequest?.fileName ?? null,
      request_type: storedRequest?.mimeType ?? null,
      request_size: storedRequest?.size ?? null,
      request_sha256: storedRequest?.sha256 ?? null,
    });
    const cause = { reason: 'signing.feaRevoked', by, at } as const;
    const cancelled = await cancelSessions(tx, await listUses(tx, party), cause);
    const detail = {
      adherenceId: adherence.id,
      moduleId: adherence.module_id,
      legalEntity: party.legalEntity,
      date: input.date,
      via: input.via,
      cancelled,
      words: revocationDigest(input, revocationSalt(world, adherence.id)),
      ...(storedRequest === null ? {} : { request: storedRequest.sha256 }),
    };
    const event = { type: 'fea.revoked', actor: by, detail } as const;
    // Recorded in the module's trail too: a reader of that document must not take it as valid.
    await record(tx, documentSubject(adherence.module_id), event, at);
    await record(tx, dossierSubject(dossier.id), event, at);
    return present(tx, dossier);
  });
}

/** The signed revocation request. @throws Refusal dossier.notFound, fea.noRequest: also for one in another dossier. */
export async function findRevocationRequest(
  db: Db,
  { actor, id, adherenceId }: { actor: Actor; id: number; adherenceId: number },
): Promise<{ file: StoredAttachment; moduleId: number }> {
  const dossier = await getDossier(db, actor, DOSSIER_ACTIONS['adherence-papers'], id);
  const row = await findAdherence(db, { id: adherenceId, dossierId: dossier.id });
  const { request_sha256: sha256, request_name: fileName, request_type: mimeType, request_size: size } = row ?? {};
  if (!row || !sha256 || !fileName || !mimeType || !size) throw new Refusal('fea.noRequest');
  return { file: { sha256, fileName, mimeType, size }, moduleId: row.module_id };
}
