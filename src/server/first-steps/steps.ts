/** Collects the facts of an installation on its way to the first signature from the modules that own them. */
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import {
  type FirstStep,
  firstSteps,
  type InstallationFacts,
  type MissingItems,
} from '#domain/installation/first-steps.ts';
import type { Db } from '#ports/database/database.ts';
import { copyAge, listDealers, listLegalEntities } from '../dealers/index.ts';
import { listMissingServices, signatureTypesOf } from '../entitlements/index.ts';
import { findStaffing } from '../identity/index.ts';
import { listMissingTexts } from '../papers/index.ts';
import { custodianInForce, hasSigned } from '../signing/index.ts';
import type { World } from '../world.ts';

async function custodianOf(world: World, db: Db): Promise<InstallationFacts['custodian']> {
  if (world.custodian === null) return 'none';
  return (await custodianInForce(world, db)) === null ? 'waiting' : 'inForce';
}

/** The legal entities among these that sign with FEA in folders of any type. */
async function entitiesWithFea(db: Db, codes: readonly string[], at: Date): Promise<Set<string>> {
  const typesOf = await signatureTypesOf(db, codes, at);
  return new Set(codes.filter((code) => FOLDER_TYPES.some((type) => typesOf(code, type).includes('FEA'))));
}

export async function stepsOf(world: World): Promise<FirstStep[]> {
  const { settings, clock } = world;
  const db = world.database.read;
  const at = clock.now();
  const dealers = (await listDealers(db, null)).filter(({ gone_date }) => gone_date === null);
  const staff = await findStaffing(
    db,
    dealers.map(({ hst }) => hst),
  );
  const staffedDealers = dealers.filter(({ hst }) => staff.hsts.includes(hst));
  const entities = await listLegalEntities(db, [...new Set(staffedDealers.map(({ legal_entity }) => legal_entity))]);
  const codes = entities.map(({ code }) => code);
  const advanced = await entitiesWithFea(db, codes, at);
  // The demo's texts stay drafts with their mark, since nothing in the demo has legal value.
  const texts =
    settings.mode === 'demo' || codes.length === 0
      ? []
      : await listMissingTexts(
          db,
          codes.map((code) => ({ code, advanced: advanced.has(code) })),
        );
  const withNames = <What extends string>(items: readonly Omit<MissingItems<What>, 'name'>[]): MissingItems<What>[] =>
    items.map((item) => ({ ...item, name: entities.find(({ code }) => code === item.legalEntity)?.name ?? null }));
  return firstSteps({
    dealers: dealers.length,
    dealersAgeSeconds: await copyAge(world),
    administrators: staff.administrators,
    users: staff.users,
    legalEntities: entities.length,
    servicesLacking: withNames(await listMissingServices(db, codes, at)),
    textsLacking: withNames(texts),
    custodian: await custodianOf(world, db),
    signed: await hasSigned(db),
  });
}
