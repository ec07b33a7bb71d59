/** Background work of consents. */
export { consentTasks } from './push-consents.ts';
