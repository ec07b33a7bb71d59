/** Staff actions on a customer's consents: read them, record a withdrawal, resend to the controller. */
import type { ConsentsOutput } from '#contract/consents.ts';
import { type Actor, isPrivileged } from '#domain/access.ts';
import { hasRegister, latestConsents, NATIONAL_CONTROLLER } from '#domain/consents/consent.ts';
import { purposesOf } from '#domain/consents/notices.ts';
import type { Withdrawal } from '#domain/consents/withdrawal.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { listDealersOf, listLegalEntities } from '../dealers/index.ts';
import { explainDocument } from '../documents/index.ts';
import { type DossierRow, getDossier } from '../dossiers/index.ts';
import { documentSubject, dossierSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { queuePush } from './push-consents.ts';
import {
  type ConsentRow,
  insertPush,
  insertRecords,
  listPushes,
  listRecords,
  lockConsents,
  type Push,
} from './queries.ts';
import { consentsDigest, subjectHash } from './record-consents.ts';

const READ = { rights: ['dossier.read'] } as const;
const EDIT = { rights: ['dossier.edit'] } as const;

async function recordsOf(world: World, db: Db, actor: Actor, dossier: DossierRow): Promise<ConsentRow[]> {
  const legalEntity = dossier.legal_entity;
  const company = await listDealersOf(db, legalEntity);
  const dealers = isPrivileged(actor) ? null : [dossier.hst, ...company.map(({ hst }) => hst)];
  return listRecords(db, {
    dossierId: dossier.id,
    subjectHash: subjectHash(world, dossier.fiscal_code),
    ...{ legalEntity, dealers },
  });
}

/** @throws Refusal dossier.notFound */
export async function readConsents(world: World, actor: Actor, id: number): Promise<ConsentsOutput> {
  const { read } = world.database;
  return presentConsents(world, read, actor, await getDossier(read, actor, READ, id));
}

async function presentConsents(world: World, db: Db, actor: Actor, dossier: DossierRow): Promise<ConsentsOutput> {
  const records = await recordsOf(world, db, actor, dossier);
  const pushes = await listPushes(db, dossier.id);
  const [entity] = await listLegalEntities(db, [dossier.legal_entity]);
  const latest = latestConsents(records);
  return {
    controllers: [dossier.legal_entity, NATIONAL_CONTROLLER].map((controller) => ({
      controller,
      name: controller === NATIONAL_CONTROLLER ? null : (entity?.name ?? null),
      consents: purposesOf(controller).flatMap(({ purpose, channels }) =>
        channels.map((channel) => {
          const record = latest.find(
            (one) => one.controller === controller && one.purpose === purpose && one.channel === channel,
          );
          return {
            purpose,
            channel,
            choice: record?.choice ?? 'NOT_ASKED',
            since: record?.given_date.toISOString() ?? null,
          };
        }),
      ),
      push: worstState(pushes.filter((push) => push.controller === controller)),
    })),
    history: records
      .map((row) => ({
        id: row.id,
        controller: row.controller,
        purpose: row.purpose,
        channel: row.channel,
        choice: row.choice,
        time: row.given_date.toISOString(),
        documentId: row.dossier_id === dossier.id ? row.document_id : null,
        textVersion: row.text_version,
        textSha256: row.text_sha256,
        language: row.language,
        operator: row.operator,
        hst: row.hst,
        withdrawnVia: row.withdrawn_via,
        requestedBy: row.requested_by,
        note: row.note,
      }))
      .reverse(),
  };
}

/** A later success must not hide a failure. */
function worstState(pushes: readonly Push[]): Push['state'] | null {
  for (const state of ['FAILED', 'QUEUED', 'PUSHED'] as const)
    if (pushes.some((push) => push.state === state)) return state;
  return null;
}

/**
 * Records a withdrawal as separate records and queues it for the controller.
 * @throws Refusal dossier.notFound, withdrawal.invalid for a controller that is not this customer's, consents.notGranted if everything named is already denied.
 */
export async function withdrawConsents(
  world: World,
  { actor, id, input, by }: { actor: Actor; id: number; input: Withdrawal; by: EvidenceActor },
): Promise<ConsentsOutput> {
  return world.database.transaction(async (tx) => {
    const dossier = await getDossier(tx, actor, EDIT, id);
    const { controller, purpose } = input;
    if (controller !== NATIONAL_CONTROLLER && controller !== dossier.legal_entity) {
      const fieldErrors = [{ objectName: 'withdrawal', field: 'controller', code: 'oneOf' as const }];
      throw new Refusal('withdrawal.invalid', { fieldErrors });
    }
    await lockConsents(tx, id);
    const latest = latestConsents(await recordsOf(world, tx, actor, dossier)).filter(
      (consent) => consent.controller === controller && consent.purpose === purpose,
    );
    const latestOf = (channel: string) => latest.find((consent) => consent.channel === channel);
    // The customer may also object to what was never asked (art. 21); a repeated denial is not recorded again.
    const channels = input.channels.filter((channel) => latestOf(channel)?.choice !== 'DENIED');
    if (channels.length === 0) throw new Refusal('consents.notGranted');
    const at = world.clock.now();
    const push = hasRegister(controller) ? await newPush(tx, dossier.id, controller, at) : null;
    const rows = channels.map((channel) => ({
      dossier_id: dossier.id,
      subject_hash: subjectHash(world, dossier.fiscal_code),
      controller,
      purpose,
      channel,
      choice: 'DENIED' as const,
      text_version: latestOf(channel)?.text_version ?? null,
      text_sha256: latestOf(channel)?.text_sha256 ?? null,
      language: 'it' as const,
      given_date: at,
      operator: actor.login,
      hst: dossier.hst,
      withdrawn_via: input.via,
      requested_by: input.requestedBy,
      note: input.note,
      push_id: push,
      created_date: at,
    }));
    await insertRecords(tx, rows);
    const detail = { controller, purpose, channels, via: input.via, sha256: consentsDigest(controller, rows) };
    const event = { type: 'consents.withdrawn', actor: by, detail } as const;
    await record(tx, dossierSubject(dossier.id), event, at);
    // Recorded in the trail of each form that had asked the question, too: a reader of that document must not take its answers as
    // the latest.
    for (const documentId of formsOf(latest, channels)) await record(tx, documentSubject(documentId), event, at);
    if (push !== null) await queuePush(world, tx, push);
    return presentConsents(world, tx, actor, dossier);
  });
}

const newPush = (tx: Tx, dossierId: number, controller: string, at: Date): Promise<number> =>
  insertPush(tx, { dossier_id: dossierId, controller, state: 'QUEUED', created_date: at });

function formsOf(latest: readonly ConsentRow[], channels: readonly string[]): number[] {
  const forms = latest.flatMap((consent) =>
    consent.document_id !== null && channels.includes(consent.channel) ? [consent.document_id] : [],
  );
  return [...new Set(forms)].sort((a, b) => a - b);
}

/** Resends everything that failed, immediately. @throws Refusal dossier.notFound, consents.nothingToPush. */
export async function resendFailedPushes(world: World, actor: Actor, id: number): Promise<ConsentsOutput> {
  return world.database.transaction(async (tx) => {
    const dossier = await getDossier(tx, actor, EDIT, id);
    await lockConsents(tx, id);
    const failed = (await listPushes(tx, id)).filter(({ state }) => state === 'FAILED');
    if (failed.length === 0) throw new Refusal('consents.nothingToPush');
    for (const push of failed) {
      await queuePush(world, tx, push.id);
      if (push.document_id !== null) await explainDocument(tx, push.document_id, 'PRIVACY_UPDATING', null);
    }
    return presentConsents(world, tx, actor, dossier);
  });
}
