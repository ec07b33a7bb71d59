/** Routes for dealers and legal entities. */
import * as contract from '#contract/dealers.ts';
import { BRANDS, handlesBrand } from '#domain/dealers/brands.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { DealerCopy, dealersOf } from './directory-copy.ts';
import { asDealer, listLegalEntities } from './queries.ts';

export function dealerRoutes(serving: Serving): void {
  const { app, world } = serving;
  const { read } = world.database;
  const copy = new DealerCopy(world);
  app.addHook('onClose', () => copy.settled());

  serveStaff(serving, contract.listDealers, async ({ actor, body, reply }) => {
    const age = await copy.ensureCopy();
    if (age !== null) void reply.header('age', String(age));
    const dealers = (await dealersOf(read, actor)).map(asDealer).filter((dealer) => !dealer.isGone);
    // Requesting every brand is no restriction: a dealer without any mandate belongs in that list (DMS-only search).
    const everyBrand = BRANDS.every((brand) => body.brand.includes(brand));
    const matching = everyBrand
      ? dealers
      : dealers.filter((dealer) => body.brand.some((brand) => handlesBrand(dealer, brand)));
    return {
      concs: matching.map((dealer) => Object.fromEntries(body.fields.map((field) => [field, dealer[field]]))),
    };
  });

  serveStaff(serving, contract.listLegalEntities, async ({ actor }) => {
    await copy.ensureCopy();
    // A legal entity whose dealers are all gone remains: its documents and figures are still viewed.
    const dealers = await dealersOf(read, actor);
    const entities = await listLegalEntities(read, [...new Set(dealers.map((dealer) => dealer.legal_entity))]);
    return entities.map((entity) => ({
      legalEntity: entity.code,
      name: entity.name,
      hstList: dealers
        .filter((dealer) => dealer.legal_entity === entity.code && dealer.gone_date === null)
        .map((dealer) => dealer.hst),
    }));
  });
}
