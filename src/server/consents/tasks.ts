/** Background work of consents. */
export { consentTasks } from './push.ts';
