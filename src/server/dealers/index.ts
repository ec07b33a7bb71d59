/** The door of dealers: the copy of the directory that the tools service keeps (P-15). */
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
export { copyAge } from './refresh.ts';
export { dealerRoutes } from './routes.ts';
