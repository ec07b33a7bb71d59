/** Calls on dealers and legal entities. */
import * as contract from '#contract/dealers.ts';
import { type Actor, isPrivileged } from '#domain/access.ts';
import { BRANDS, type Dealer, handlesBrand } from '#domain/dealers/brands.ts';
import type { Db } from '#ports/database/database.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { type DealerRow, listDealers, listLegalEntities } from './queries.ts';

const asDealer = ({ hst, ...rest }: DealerRow): Dealer => ({ hst2011: hst, ...rest });

/** Everyone but ADMIN and BMW_ITALIA is scoped to own dealers (P-4). */
const dealersOf = (db: Db, actor: Actor): Promise<DealerRow[]> =>
  listDealers(db, isPrivileged(actor) ? null : actor.hstList);

export function dealerRoutes(serving: Serving): void {
  const { database } = serving.world;

  serveStaff(serving, contract.listDealers, async ({ actor, body }) => {
    const dealers = (await dealersOf(database.read, actor)).map(asDealer);
    // Asking for every brand narrows nothing: a dealer without any mandate belongs in that list (DMS-only search).
    const everyBrand = BRANDS.every((brand) => body.brand.includes(brand));
    const wanted = everyBrand
      ? dealers
      : dealers.filter((dealer) => body.brand.some((brand) => handlesBrand(dealer, brand)));
    return {
      concs: wanted.map((dealer) => Object.fromEntries(body.fields.map((field) => [field, dealer[field]]))),
    };
  });

  serveStaff(serving, contract.listLegalEntities, async ({ actor }) => {
    const dealers = await dealersOf(database.read, actor);
    const entities = await listLegalEntities(database.read, [...new Set(dealers.map((dealer) => dealer.legal_entity))]);
    return entities.map((entity) => ({
      legalEntity: entity.code,
      name: entity.name,
      hstList: dealers.filter((dealer) => dealer.legal_entity === entity.code).map((dealer) => dealer.hst),
    }));
  });
}
