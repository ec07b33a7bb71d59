/** Public interface of the statistics module: its routes; the ledger maintains the figures. */
export { statisticsRoutes } from './routes.ts';
