/** Background work of notifications: deletes those past their retention. */
import { NOTIFICATION_DAYS } from '#domain/notifications/notification.ts';
import type { World } from '../world.ts';
import { deleteNotifications } from './queries.ts';

const CLEAR_SECONDS = 3_600;

export async function clearNotifications(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - NOTIFICATION_DAYS * 86_400_000);
  await world.database.transaction((tx) => deleteNotifications(tx, before));
}

export async function notificationTasks(world: World): Promise<void> {
  await world.jobs.every('notifications.clear', CLEAR_SECONDS, () => clearNotifications(world));
}
