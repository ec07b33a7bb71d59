/** Pending signatures of a signer, and resending the link. */
import { z } from 'zod';
import { LINK_CHANNELS, PROGRESSES, WAITING_EVENTS } from '#domain/signing/signer-progress.ts';
import { optionalText } from '#domain/text-schemas.ts';
import * as documents from '../calls/documents.ts';
import * as calls from '../calls/signing.ts';
import { criteriaSchema, listQuery } from '../definition/criteria.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { DOCUMENT_CRITERIA, DOCUMENT_EXAMPLE, documentAnswer } from '../documents.ts';
import { DOSSIER_EXAMPLE, dossierSummaryAnswer } from '../dossiers.ts';
import { FOLDER_EXAMPLE, folderSummaryAnswer } from '../folders.ts';

const documentEndpoint = staffEndpointsOf('document');

const instant = z.string().nullable();

export const resendSchema = z.object({
  /** Reason why the link cannot be sent now. */
  refused: z.enum(['preparing', 'notWaiting', 'tooSoon', 'tooMany']).nullable(),
  /** Time from which it can be sent; null when it never can. */
  from: instant,
});

export const waitingStateAnswer = z.object({
  progress: z.enum(PROGRESSES),
  /** The latest event, as an event type of the evidence trail. */
  last: z.object({ event: z.enum(WAITING_EVENTS), at: instant }),
  of: z.string().nullable().describe('the signer this progress refers to: the one who most needs help'),
  sentAt: instant,
  openedAt: instant,
  readAt: instant,
  expiresAt: instant,
  codesSpent: z.boolean(),
  reminders: z.number(),
  resend: resendSchema,
});

export const waitingAnswer = documentAnswer.extend({ waiting: waitingStateAnswer });

export const waitingCountAnswer = z.object({ sent: z.number(), opened: z.number(), stuck: z.number() });
export type WaitingCount = z.output<typeof waitingCountAnswer>;

export const WAITING_SORTS = ['id', 'startSignDate', 'customerName', 'lastDate', 'since'] as const;

const WAITING_EXAMPLE = {
  progress: 'OPENED',
  last: { event: 'document.shown', at: '2026-11-20T09:02:00.000Z' },
  of: 'Ginevra Provetti',
  sentAt: '2026-11-20T08:12:04.000Z',
  openedAt: '2026-11-20T09:02:00.000Z',
  readAt: '2026-11-20T09:02:00.000Z',
  expiresAt: '2026-11-23T08:12:00.000Z',
  codesSpent: false,
  reminders: 0,
  resend: { refused: null, from: '2026-11-21T08:00:00.000Z' },
} as const;

export const searchWaiting = documentEndpoint(documents.searchWaiting, 'document.sign', {
  summary:
    'Documents waiting for a signature that the caller may start, one page; accepts the document criteria, and progress SENT, OPENED or STUCK',
  query: listQuery({}),
  body: criteriaSchema({ ...DOCUMENT_CRITERIA, progress: 'code' }),
  output: z.array(waitingAnswer),
  example: {
    query: { page: 0, size: 10, sort: 'startSignDate,asc' },
    body: { progress: { in: ['OPENED', 'STUCK'] } },
    answer: [
      {
        ...DOCUMENT_EXAMPLE,
        status: 'START_SIGN',
        startSignDate: '2026-11-20T08:12:00.000Z',
        awaits: [
          {
            role: 'customer',
            name: 'Ginevra Provetti',
            progress: 'OPENED',
            since: '2026-11-20T08:12:04.000Z',
            openedAt: '2026-11-20T09:02:00.000Z',
          },
        ],
        folderDTO: folderSummaryAnswer.parse(FOLDER_EXAMPLE),
        dossierDTO: dossierSummaryAnswer.parse(DOSSIER_EXAMPLE),
        waiting: WAITING_EXAMPLE,
      },
    ],
  },
});

export const countWaiting = documentEndpoint(documents.countWaiting, 'document.sign', {
  summary:
    'Number of documents waiting for a signature that the caller may start: sent, opened and stuck; `legalEntity` limits them to its documents',
  query: z.strictObject({ legalEntity: optionalText() }),
  output: waitingCountAnswer,
  example: { query: { legalEntity: 'LE001' }, answer: { sent: 7, opened: 3, stuck: 1 } },
});

export const resendLink = documentEndpoint(calls.resendLink, 'document.sign', {
  summary:
    'Resend the same sign link: at the earliest 15 minutes after the last message, at most three times in 24 hours. With `channel` SMS it is sent to the customers’ phones, at one more unit each; the 15 minutes then run from the last SMS.',
  params: idParams,
  body: z.strictObject({ channel: z.enum(LINK_CHANNELS).nullish() }).nullish(),
  // The response contains no link, since a response kept for its idempotency key would store it.
  output: waitingStateAnswer,
  example: {
    params: { id: 48_190 },
    body: {},
    answer: {
      ...WAITING_EXAMPLE,
      last: { event: 'reminder.requested', at: '2026-11-21T08:00:00.000Z' },
      reminders: 1,
      resend: { refused: 'tooSoon', from: '2026-11-21T08:15:00.000Z' },
    },
  },
  errors: [
    'document.notFound',
    'life.notWaiting',
    'signing.remindedRecently',
    'signing.remindedEnough',
    'signing.phoneCountry',
    'signing.phoneLinksEnough',
    'quota.otpSpent',
    'quota.otpExpired',
  ],
});
