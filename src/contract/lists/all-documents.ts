/** The list of all documents: the count of each view, and the results as a file. */
import { z } from 'zod';
import { DOCUMENT_VIEWS } from '#domain/documents/views.ts';
import { ofEach } from '#domain/each.ts';
import * as calls from '../calls/documents.ts';
import { criteriaSchema, listQuery } from '../definition/criteria.ts';
import { endpoint } from '../definition/endpoint.ts';
import { DOCUMENT_CRITERIA } from '../documents.ts';

export const documentViewsAnswer = z.object({
  all: z.number(),
  ...ofEach(DOCUMENT_VIEWS, () => z.number()),
});
export type DocumentViewCounts = z.output<typeof documentViewsAnswer>;

export const countDocumentViews = endpoint(calls.countDocumentViews, {
  summary:
    'Number of documents that match the criteria: to sign, waiting, signed, declined, expired, drafts, and in total',
  access: 'staff',
  action: 'document.read',
  body: criteriaSchema(DOCUMENT_CRITERIA),
  output: documentViewsAnswer,
  status: 200,
  objectName: 'document',
  example: {
    body: { createdDate: { greaterThanOrEqual: '2026-11-01T00:00:00.000Z' } },
    answer: { all: 71, toSign: 12, waiting: 7, signed: 40, declined: 2, expired: 1, drafts: 8 },
  },
  errors: [],
});

export const exportDocuments = endpoint(calls.exportDocuments, {
  summary: 'All documents that match the criteria as an Excel file, up to 20,000; `page` and `size` are ignored',
  access: 'staff',
  action: 'document.read',
  query: listQuery({}),
  body: criteriaSchema(DOCUMENT_CRITERIA),
  binary: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  status: 200,
  objectName: 'document',
  example: { query: { sort: 'createdDate,desc' }, body: { status: { in: ['SIGNED'] } } },
  errors: ['document.exportTooMany'],
});
