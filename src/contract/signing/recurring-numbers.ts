/** "Numeri ricorrenti": phones that received codes for more than one person, for supervisors. */
import { z } from 'zod';
import { MAX_PERIOD_DAYS, PERIOD_DAYS } from '#domain/signing/contact/recurring-numbers.ts';
import * as calls from '../calls/signing.ts';
import { staffEndpoint } from '../definition/endpoint.ts';
import { pageQuery } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';
import { documentLineSchema } from './signing-state.ts';

export const recurringNumberAnswer = z.object({
  id: z.number().describe('distinguishes numbers that look the same when masked'),
  maskedPhone: z.string(),
  people: z.number().describe('across the whole network'),
  signatures: z.number().describe('across the whole network'),
  firstDate: z.string(),
  lastDate: z.string(),
  dealers: z.array(z.string()).describe('the caller’s dealers among them'),
  otherDealers: z.number().describe('number of other dealers'),
  startedBy: z.array(z.string()).describe('logins of users at the caller’s dealers'),
  documents: z
    .array(
      documentLineSchema.extend({
        customer: z.string(),
        startedBy: z.string(),
        at: z.string(),
      }),
    )
    .describe('the newest documents that the caller may see'),
});

export const listRecurringNumbers = staffEndpoint(calls.listRecurringNumbers, 'recurringNumber.read', {
  summary: `Phone numbers that received codes for more than one person in the last \`days\` (default ${PERIOD_DAYS}), most people first; a supervisor gets no names from other dealers`,
  query: pageQuery.omit({ sort: true }).extend({
    days: wholeNumber(1, MAX_PERIOD_DAYS).optional(),
  }),
  output: z.array(recurringNumberAnswer),
  objectName: 'recurringNumber',
  example: {
    query: { page: 0, size: 20, days: 90 },
    answer: [
      {
        id: 812,
        maskedPhone: '*** *** 567',
        people: 3,
        signatures: 4,
        firstDate: '2026-10-02T08:12:00.000Z',
        lastDate: '2026-11-20T08:12:00.000Z',
        dealers: ['10001'],
        otherDealers: 1,
        startedBy: ['dealer'],
        documents: [
          {
            ...{ id: 48_190, type: 'SALE_NEW_RFO', fileName: 'preventivo.pdf', status: 'SIGNED' },
            ...{ customer: 'Ginevra Provetti', startedBy: 'dealer', at: '2026-11-20T08:12:00.000Z' },
          },
        ],
      },
    ],
  },
});
