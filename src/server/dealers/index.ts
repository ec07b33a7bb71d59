/** Public interface of dealers: the copy of the tools service's directory. */
export {
  type DealerNames,
  type DealerRow,
  dealerNamesIn,
  findDealer,
  insertDirectory,
  listDealers,
  listDealersOf,
  listLegalEntities,
} from './queries.ts';
export { copyAge } from './refresh-dealers.ts';
export { dealerRoutes } from './routes.ts';
