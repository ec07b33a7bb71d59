/** The list of all documents: the count of each view, and the results as a file. */
import { z } from 'zod';
import { DOCUMENT_VIEWS } from '#domain/documents/document-views.ts';
import { recordOf } from '#domain/record-of.ts';
import * as calls from '../calls/documents.ts';
import { criteriaSchema, listQuery } from '../definition/criteria.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { DOCUMENT_CRITERIA } from '../documents.ts';

const documentEndpoint = staffEndpointsOf('document');

export const documentViewsAnswer = z.object({
  all: z.number(),
  ...recordOf(DOCUMENT_VIEWS, () => z.number()),
});
export type DocumentViewCounts = z.output<typeof documentViewsAnswer>;

export const countDocumentViews = documentEndpoint(calls.countDocumentViews, 'document.read', {
  summary:
    'Number of documents that match the criteria: to sign, waiting, signed, declined, expired, drafts, and in total',
  body: criteriaSchema(DOCUMENT_CRITERIA),
  output: documentViewsAnswer,
  example: {
    body: { createdDate: { greaterThanOrEqual: '2026-11-01T00:00:00.000Z' } },
    answer: { all: 71, toSign: 12, waiting: 7, signed: 40, declined: 2, expired: 1, drafts: 8 },
  },
});

export const exportDocuments = documentEndpoint(calls.exportDocuments, 'document.read', {
  summary: 'All documents that match the criteria as an Excel file, up to 20,000; `page` and `size` are ignored',
  query: listQuery({}),
  body: criteriaSchema(DOCUMENT_CRITERIA),
  binary: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  example: { query: { sort: 'createdDate,desc' }, body: { status: { in: ['SIGNED'] } } },
  errors: ['document.exportTooMany'],
});
