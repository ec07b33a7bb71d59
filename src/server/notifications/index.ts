/** Public interface of the notifications module: events of a signature are notified in the transaction in which they happen. */
export { insertNotification as notifyUser, type NewNotification, wantsMails } from './queries.ts';
