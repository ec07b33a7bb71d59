/** The door of dealers: the built-in directory (P-15); a tools service over HTTP takes its place in production later. */
export { type DealerRow, findDealer, insertDirectory } from './queries.ts';
export { dealerRoutes } from './routes.ts';
