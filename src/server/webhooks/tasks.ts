/** Background work of webhooks. */
export { webhookTasks } from './deliver.ts';
