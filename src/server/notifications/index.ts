/** The door of notifications: what happened to a signature is told in the transaction in which it happens. */
export { insertNotification as notifyUser, type Told, wantsMails } from './queries.ts';
