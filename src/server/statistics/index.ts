/** The door of statistics: its calls; the figures themselves are the ledger's (P-14). */
export { statisticsRoutes } from './routes.ts';
