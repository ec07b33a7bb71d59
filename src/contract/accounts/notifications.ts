/** A user's notifications about signatures of the last 30 days, and the setting for e-mails about them. */

import { z } from 'zod';
import { NOTIFICATION_KINDS } from '#domain/notifications/notification.ts';
import * as calls from '../calls/identity.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { rowId } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';

/** Every user reads only their own notifications, regardless of their other rights. */
const ownEndpoint = staffEndpointsOf('request');

export const notificationAnswer = z.object({
  id: z.number(),
  kind: z
    .enum(NOTIFICATION_KINDS)
    .describe(
      'customerSigned: staff have not signed yet; sealedLate: signed, but sealed long after the last signature; failed: the files could not be prepared',
    ),
  createdDate: z.string(),
  read: z.boolean(),
  documents: z.number().describe('number of documents in the signature'),
  document: z
    .object({ id: z.number(), type: z.string(), customer: z.string() })
    .nullable()
    .describe('the first document; null if it was deleted or the caller may not see it'),
});
export type NotificationAnswer = z.output<typeof notificationAnswer>;

const unreadSchema = z.object({ count: z.number() });
const mailSettingSchema = z.strictObject({ mails: z.boolean() });

export const listNotifications = ownEndpoint(calls.listNotifications, 'account.read', {
  summary:
    'The caller’s notifications about signatures in the last 30 days, one page, newest first; without details for documents that the caller may no longer see',
  query: z.strictObject({ page: wholeNumber(0, 999_999).default(0), size: wholeNumber(1, 100).default(20) }),
  output: z.array(notificationAnswer),
  example: {
    query: { page: 0, size: 20 },
    answer: [
      {
        ...{ id: 812, kind: 'signed', createdDate: '2026-11-20T10:31:00.000Z', read: false, documents: 1 },
        document: { id: 48_190, type: 'SALE_NEW_PROPOSAL', customer: 'Ginevra Provetti' },
      },
    ],
  },
});

export const countUnread = ownEndpoint(calls.countUnread, 'account.read', {
  summary: 'Number of the caller’s unread notifications',
  output: unreadSchema,
  example: { answer: { count: 3 } },
});

export const markRead = ownEndpoint(calls.markRead, 'account.read', {
  summary: 'Mark the caller’s notifications about a document, or all of them, as read',
  body: z.strictObject({ documentId: rowId.nullish() }),
  output: unreadSchema,
  example: { body: { documentId: 48_190 }, answer: { count: 2 } },
});

export const getMailSetting = ownEndpoint(calls.getMailSetting, 'account.read', {
  summary: 'Whether the caller receives an e-mail when a signature they started ends',
  output: mailSettingSchema,
  example: { answer: { mails: true } },
});

export const updateMailSetting = ownEndpoint(calls.updateMailSetting, 'account.read', {
  summary: 'Set whether the caller receives an e-mail when a signature they started ends',
  body: mailSettingSchema,
  output: mailSettingSchema,
  example: { body: { mails: false }, answer: { mails: false } },
});
