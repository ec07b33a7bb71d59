/** Queries of the user's notifications: the unread count and the list. */
import { countUnread, getMailSetting, listNotifications } from '#contract/calls/identity.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pollIntervalMs } from '../live/live.ts';
import { pageOf, queryOf } from '../query-options.ts';

export type NotificationRow = RowOf<typeof listNotifications>;

export const unreadQuery = queryOf(countUnread, {}, { refetchInterval: () => pollIntervalMs(60_000) });

export const NOTIFICATIONS_A_PAGE = 20;
export const notificationsQuery = (page: number) =>
  pageOf(listNotifications, { query: { page, size: NOTIFICATIONS_A_PAGE } });

export const mailSettingQuery = queryOf(getMailSetting);
