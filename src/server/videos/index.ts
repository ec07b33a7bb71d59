/** The door of tutorial videos; the demo world makes its own with `createVideo`. */
export { createVideo } from './commands.ts';
export { videoRoutes } from './routes.ts';
