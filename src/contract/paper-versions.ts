/** Content of generated papers, in versions that two administrators approve: clauses of a type, data of a legal entity. */
import { z } from 'zod';
import { PAPER_LANGUAGES } from '#domain/papers/paper.ts';
import {
  CLAUSES_SCOPE,
  CLAUSES_SHAPE,
  COMPANY_FIELDS,
  COMPANY_SCOPE,
  COMPANY_SHAPE,
  versionKindIssue,
} from '#domain/papers/versions/version-schemas.ts';
import { MAX_NOTE, VERSION_KINDS, VERSION_STATES } from '#domain/papers/versions/versions.ts';
import { optionalLines, requiredText } from '#domain/text-schemas.ts';
import * as calls from './calls/papers.ts';
import { authorExample, editSchema, warnings } from './definition/edit.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';
import { idParams } from './definition/paging.ts';

const paperVersionEndpoint = staffEndpointsOf('paperVersion');

const text = z.string().nullable();
const language = z.enum(PAPER_LANGUAGES);

const clause = z.object({ id: z.string(), heading: z.string(), text: z.string() });

/** Author, approver and dates, without the content. */
const versionHead = z.object({
  id: z.number(),
  kind: z.enum(VERSION_KINDS),
  type: text,
  language: language.nullable(),
  legalEntity: text.describe(
    'null: clauses for all legal entities without their own; for company data, the national company',
  ),
  version: text.describe('printed in the footer of the document'),
  state: z.enum(VERSION_STATES),
  digest: text.describe('SHA-256 of scope, label and content; null for a draft'),
  note: text,
  authors: z.array(z.string()).describe('users who edited it; none of them may publish it'),
  submittedBy: text,
  submittedDate: text,
  publishedBy: text,
  publishedDate: text,
  supersededDate: text,
  returnedBy: text,
  returnedDate: text,
  returnReason: text,
  createdBy: z.string(),
  createdDate: z.string(),
  lastModifiedBy: z.string(),
  lastModifiedDate: z.string(),
});

export const paperVersionAnswer = versionHead.extend({
  clauses: z.array(clause).nullable(),
  company: z.object(Object.fromEntries(Object.keys(COMPANY_FIELDS).map((field) => [field, text])) as Facts).nullable(),
  warnings,
});
type Facts = Record<keyof typeof COMPANY_FIELDS, typeof text>;

const paperRow = z.object({
  type: z.string(),
  language,
  productVersion: z
    .string()
    .describe('version of the product’s drafts, which are printed with a draft mark if nothing was published'),
  clauses: z.number(),
  versions: z.array(versionHead).describe('versions in force and in progress, for all legal entities'),
});

const createBody = z.discriminatedUnion(
  'kind',
  [z.strictObject({ ...CLAUSES_SHAPE, ...CLAUSES_SCOPE }), z.strictObject({ ...COMPANY_SHAPE, ...COMPANY_SCOPE })],
  versionKindIssue,
);
export type NewVersion = z.output<typeof createBody>;

const READ_ONLY_MEMBERS = {
  derived: [
    ...['state', 'digest', 'authors', 'submittedBy', 'submittedDate', 'publishedBy', 'publishedDate'],
    ...['supersededDate', 'returnedBy', 'returnedDate', 'returnReason'],
  ],
};
const editBody = z.discriminatedUnion(
  'kind',
  [
    editSchema(CLAUSES_SHAPE, {
      derived: [...READ_ONLY_MEMBERS.derived, 'company'],
      fixed: ['type', 'language', 'legalEntity'],
    }),
    editSchema(COMPANY_SHAPE, {
      derived: [...READ_ONLY_MEMBERS.derived, 'type', 'language', 'version', 'clauses'],
      fixed: ['legalEntity'],
    }),
  ],
  versionKindIssue,
);
export type VersionEdit = z.output<typeof editBody>;

/** Identifies the version that the caller has read. */
const readDigest = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/, { message: 'type' }) });

const previewBody = z.strictObject({
  type: requiredText(60),
  language: language.default('it'),
  /** Legal entity of letterhead and company data; absent: an invented company's letterhead and the national company's data. */
  legalEntity: requiredText(60).nullish(),
  version: CLAUSES_SHAPE.version.nullish(),
  clauses: CLAUSES_SHAPE.clauses.nullish(),
  company: COMPANY_SHAPE.company.nullish(),
});
export type PaperPreview = z.output<typeof previewBody>;

const VERSION_EXAMPLE = {
  id: 7,
  kind: 'CLAUSES',
  type: 'LOAN_HANDOVER_FORM',
  language: 'it',
  legalEntity: 'LE001',
  version: '2026.1',
  state: 'DRAFT',
  digest: null,
  note: 'Testo dello studio legale',
  authors: ['admin'],
  submittedBy: null,
  submittedDate: null,
  publishedBy: null,
  publishedDate: null,
  supersededDate: null,
  returnedBy: null,
  returnedDate: null,
  returnReason: null,
  ...authorExample('admin', '2026-11-20T08:12:00.000Z'),
};
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SUBMITTED = {
  ...VERSION_EXAMPLE,
  state: 'SUBMITTED',
  digest: DIGEST,
  submittedBy: 'admin',
  submittedDate: '2026-11-20T08:30:00.000Z',
};
const PUBLISHED = {
  ...SUBMITTED,
  state: 'PUBLISHED',
  publishedBy: 'admin2',
  publishedDate: '2026-11-20T09:00:00.000Z',
};
const CLAUSES = [{ id: 'handoverState', heading: 'Stato del veicolo', text: 'Il cliente ha esaminato il veicolo.' }];
const withClauses = (head: object) => ({ ...head, clauses: CLAUSES, company: null });
const EXAMPLE_PARAMS = { id: 7 };

export const listPapers = paperVersionEndpoint(calls.listPapers, 'paper.read', {
  summary: 'Document types that have clauses, with the versions in force and in progress for all legal entities',
  output: z.array(paperRow),
  example: {
    answer: [
      { type: 'LOAN_HANDOVER_FORM', language: 'it', productVersion: 'bozza 1', clauses: 5, versions: [PUBLISHED] },
    ],
  },
});

export const getPaper = paperVersionEndpoint(calls.getPaper, 'paper.read', {
  summary: 'The product’s draft clauses for a type, and the placeholders they may contain',
  params: z.strictObject({ type: z.string().regex(/^[A-Z0-9_]{1,60}$/, { message: 'type' }) }),
  query: z.strictObject({ language: language.default('it') }),
  output: z.object({
    type: z.string(),
    language,
    productVersion: z.string(),
    clauses: z.array(clause),
    placeholders: z.array(z.string()),
  }),
  example: {
    params: { type: 'LOAN_HANDOVER_FORM' },
    query: { language: 'it' },
    answer: {
      type: 'LOAN_HANDOVER_FORM',
      language: 'it',
      productVersion: 'bozza 1',
      clauses: CLAUSES,
      placeholders: ['company', 'pec'],
    },
  },
  errors: ['paper.notFound'],
});

export const listPaperVersions = paperVersionEndpoint(calls.listPaperVersions, 'paper.read', {
  summary: 'Versions for a type or a legal entity, newest first, without content',
  query: z.strictObject({
    kind: z.enum(VERSION_KINDS).optional(),
    type: requiredText(60).optional(),
    language: language.optional(),
    legalEntity: requiredText(60).optional(),
  }),
  output: z.array(versionHead),
  example: { query: { type: 'LOAN_HANDOVER_FORM', legalEntity: 'LE001' }, answer: [PUBLISHED] },
});

export const getPaperVersion = paperVersionEndpoint(calls.getPaperVersion, 'paper.read', {
  summary: 'One version, with its content',
  params: idParams,
  output: paperVersionAnswer,
  example: { params: EXAMPLE_PARAMS, answer: withClauses(PUBLISHED) },
  errors: ['paperVersion.notFound'],
});

const REQUEST_EXAMPLE = {
  kind: 'CLAUSES',
  type: 'LOAN_HANDOVER_FORM',
  language: 'it',
  legalEntity: 'LE001',
  version: '2026.1',
  note: 'Testo dello studio legale',
  clauses: CLAUSES,
};

export const createPaperVersion = paperVersionEndpoint(calls.createPaperVersion, 'paper.edit', {
  summary: 'Create a draft; at most one version in progress for each type, language and legal entity',
  body: createBody,
  output: paperVersionAnswer,
  status: 201,
  example: { body: REQUEST_EXAMPLE, answer: withClauses(VERSION_EXAMPLE) },
  errors: ['paperVersion.invalid', 'paperVersion.openExists'],
});

export const updatePaperVersion = paperVersionEndpoint(calls.updatePaperVersion, 'paper.edit', {
  summary: 'Change a draft; its type, language and legal entity cannot change',
  body: editBody,
  output: paperVersionAnswer,
  example: { body: withClauses(VERSION_EXAMPLE), answer: withClauses(VERSION_EXAMPLE) },
  errors: ['paperVersion.invalid', 'paperVersion.notFound', 'paperVersion.notDraft', 'conflict.stale'],
});

export const deletePaperVersion = paperVersionEndpoint(calls.deletePaperVersion, 'paper.edit', {
  summary: 'Remove a draft',
  params: idParams,
  status: 204,
  example: { params: EXAMPLE_PARAMS },
  errors: ['paperVersion.notFound', 'paperVersion.notDraft'],
});

export const submitPaperVersion = paperVersionEndpoint(calls.submitPaperVersion, 'paper.edit', {
  summary: 'Submit a draft for approval; it can no longer be edited',
  params: idParams,
  body: z.strictObject({}).nullish(),
  output: paperVersionAnswer,
  example: { params: EXAMPLE_PARAMS, body: {}, answer: withClauses(SUBMITTED) },
  errors: ['paperVersion.invalid', 'paperVersion.notFound', 'paperVersion.notDraft'],
});

export const publishPaperVersion = paperVersionEndpoint(calls.publishPaperVersion, 'paper.edit', {
  summary: 'Publish a submitted version, unless the caller wrote or submitted it; it replaces the version in force',
  params: idParams,
  body: readDigest,
  output: paperVersionAnswer,
  example: { params: EXAMPLE_PARAMS, body: { digest: DIGEST }, answer: withClauses(PUBLISHED) },
  errors: [
    'paperVersion.notFound',
    'paperVersion.notSubmitted',
    'paperVersion.ownWork',
    'paperVersion.ownAccount',
    'conflict.stale',
  ],
});

export const returnPaperVersion = paperVersionEndpoint(calls.returnPaperVersion, 'paper.edit', {
  summary: 'Return a submitted version to draft, with a reason; its authors take it back without one',
  params: idParams,
  body: z.strictObject({ reason: optionalLines(MAX_NOTE) }),
  output: paperVersionAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: { reason: 'Manca il foro competente.' },
    answer: withClauses({
      ...VERSION_EXAMPLE,
      returnedBy: 'admin2',
      returnedDate: '2026-11-20T09:00:00.000Z',
      returnReason: 'Manca il foro competente.',
    }),
  },
  errors: ['paperVersion.notFound', 'paperVersion.notSubmitted', 'paperVersion.reasonMissing'],
});

export const previewPaper = paperVersionEndpoint(calls.previewPaper, 'paper.read', {
  summary: 'Preview a generated document with sample data and these clauses or this company data; nothing is stored',
  body: previewBody,
  binary: ['application/pdf'],
  example: { body: { type: 'LOAN_HANDOVER_FORM', legalEntity: 'LE001', version: '2026.1', clauses: CLAUSES } },
  errors: ['paperVersion.invalid', 'request.tooMany'],
});
