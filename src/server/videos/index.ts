/** Public interface of the tutorial videos; the demo world creates its own with `createVideo`. */
export { createVideo } from './commands.ts';
export { videoRoutes } from './routes.ts';
