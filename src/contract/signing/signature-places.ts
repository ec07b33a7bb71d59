/** The signature fields of an uploaded document, shown and chosen before the signature starts. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { variableValueSchema } from '#domain/documents/document-schemas.ts';
import { folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { ADDED_APPROVAL } from '#domain/signing/fields/decide.ts';
import { FIELD_DOUBT, FIELD_FAULTS, PLACE_ORIGINS } from '#domain/signing/places.ts';
import { SEPARATE_APPROVAL } from '#domain/signing/point-labels.ts';
import { requiredText } from '#domain/text-schemas.ts';
import * as documentCalls from '../calls/documents.ts';
import * as calls from '../calls/signing.ts';
import { lastModifiedDate } from '../definition/edit.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { UPLOAD_LIMIT } from '../documents.ts';

const documentEndpoint = staffEndpointsOf('document');

const fieldNote = z.enum([...FIELD_FAULTS, FIELD_DOUBT]);
const readBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A line in the file that may be a signature line, with the adjacent words. */
const offers = z.array(z.object({ page: z.number(), box: readBox, words: z.string() }));

export const signaturePlacesAnswer = z.object({
  documentId: z.number(),
  /** The reason why no signature field can be moved; null if those marked as movable can be moved. */
  fixed: z.object({ code: z.string(), text: z.string() }).nullable(),
  /**
   * The visible area of each page in its own coordinates, its clockwise rotation, and the size of one unit in points,
   * if not 1.
   */
  pages: z.array(z.object({ crop: readBox, rotation: z.number(), unit: z.number().optional() })),
  /**
   * Empty signature fields that the file already contains: no other may be placed where one of them is used. `page` is
   * 0 when no page shows it.
   */
  fields: z.array(
    z.object({
      name: z.string(),
      page: z.number(),
      box: readBox,
      /** Not used for signing: removed from the file to be signed. */
      leftOut: z.boolean(),
      /** The reason why it cannot be signed as it is; `placeOnText`: it can, but it covers printed text. */
      fault: fieldNote.nullable(),
    }),
  ),
  points: z.array(
    z.object({
      /** Starting at 1; a role has the same number on every file, and further numbers where it signs more than once. */
      point: z.number(),
      role: z.enum(SIGNER_ROLES),
      /** Null if the label of a generated paper names the signer. */
      signer: z.string().nullable(),
      label: z.string(),
      /** Added by a user to a file without a signature field for it: without a position it is not signed. */
      added: z.boolean(),
      /** The file's own signature field intended for it, if that cannot be signed as it is; the start is refused until this is settled. */
      problem: z.object({ field: z.string(), fault: fieldNote, settled: z.boolean() }).nullable(),
      origin: z.enum(PLACE_ORIGINS),
      /** Null on the added page. */
      page: z.number().nullable(),
      /** Left, bottom, right, top in PDF points. */
      box: readBox.nullable(),
      /** The words of the file on whose line the signature field is; null for every other origin. */
      words: z.string().nullable(),
      /** Candidate lines in the file, the likeliest first: a signature field is placed there only after confirmation. */
      offers,
      /** The user who chose it: on this document, or on the one whose signature fields were remembered. */
      chosenBy: z.string().nullable(),
      chosenDate: z.string().nullable(),
    }),
  ),
  /**
   * A separate approval of clauses by the customer that can be added to the file; null if the file has its own, or if
   * nothing can be moved.
   */
  approval: z.object({ point: z.number(), label: z.string(), offers }).nullable(),
  /** The rectangles are remembered for this type and dealer, on files with the same page sizes. */
  remembered: z.boolean(),
  /** Time of the last change to this document's signature fields; null if none were chosen. */
  lastModifiedDate: z.string().nullable(),
});
export type SignaturePlaces = z.output<typeof signaturePlacesAnswer>;

/** Larger than the coordinates of any page. */
const coordinate = z.number().min(-100_000).max(100_000);
const place = z.strictObject({
  point: z.number().int().min(1).max(100),
  page: z.number().int().min(1).max(100_000),
  box: z.tuple([coordinate, coordinate, coordinate, coordinate]),
});

const signaturePlacesChange = z.strictObject({
  /** A point that is missing here is signed on the added page; the one of `approval` is then not signed. */
  places: z.array(place).max(100),
  /** Remembers the rectangles for further files of this type and dealer with the same page sizes; without places, forgets them. */
  remember: z.boolean().nullish(),
  /** As it was read: null if no signature fields were chosen then; omitted: concurrent changes are not checked. */
  lastModifiedDate,
});
export type SignaturePlacesChange = z.output<typeof signaturePlacesChange>;

const EXAMPLE_PARAMS = { id: 48_190 } as const;
const EXAMPLE = {
  documentId: 48_190,
  fixed: null,
  pages: [
    { crop: [0, 0, 595.28, 841.89], rotation: 0 },
    { crop: [0, 0, 595.28, 841.89], rotation: 0 },
  ],
  fields: [],
  points: [
    {
      point: 1,
      role: 'customer',
      signer: 'Ginevra Provetti',
      label: 'Firma del preventivo',
      added: false,
      problem: null,
      origin: 'placed',
      page: 2,
      box: [320, 96, 510, 156],
      ...{ words: null, offers: [] },
      chosenBy: 'dealer',
      chosenDate: '2026-11-20T08:11:00.000Z',
    },
  ],
  approval: { point: ADDED_APPROVAL, label: SEPARATE_APPROVAL, offers: [] },
  remembered: false,
  lastModifiedDate: '2026-11-20T08:11:00.000Z',
} satisfies SignaturePlaces;

const NOT_NOW = [
  'life.notReady',
  'life.alreadyStarted',
  'life.notSignable',
  'life.notPdf',
  'document.noFile',
  'pdf.timeout',
] as const;

export const getSignaturePlaces = documentEndpoint(calls.getSignaturePlaces, 'document.read', {
  summary: 'Signature fields of a document, before its signature is started.',
  params: idParams,
  output: signaturePlacesAnswer,
  example: { params: EXAMPLE_PARAMS, answer: EXAMPLE },
  errors: ['document.notFound', ...NOT_NOW],
});

export const updateSignaturePlaces = documentEndpoint(calls.updateSignaturePlaces, 'document.edit', {
  summary:
    'Set the signature fields of a document, until its signature starts; the box is in PDF points from the bottom left.',
  params: idParams,
  body: signaturePlacesChange,
  output: signaturePlacesAnswer,
  example: {
    params: EXAMPLE_PARAMS,
    body: { places: [{ point: 1, page: 2, box: [320, 96, 510, 156] }], remember: false, lastModifiedDate: null },
    answer: EXAMPLE,
  },
  errors: [
    'document.invalid',
    'document.notFound',
    'access.readonly',
    ...NOT_NOW,
    'life.folderClosed',
    'places.generated',
    'places.inFile',
    'conflict.stale',
  ],
});

export const resetSignaturePlaces = documentEndpoint(calls.resetSignaturePlaces, 'document.edit', {
  summary: 'Discard the signature fields set for a document; remembered positions stay.',
  params: idParams,
  status: 204,
  example: { params: EXAMPLE_PARAMS },
  errors: [
    'document.notFound',
    'access.readonly',
    'life.notReady',
    'life.alreadyStarted',
    'life.notSignable',
    'life.notPdf',
    'life.folderClosed',
  ],
});

const placesPreview = z.strictObject({
  hst: requiredText(),
  brand: brandSchema,
  folderType: folderTypeSchema,
  type: requiredText(),
  variableFields: z.record(z.string().max(255), variableValueSchema).nullish(),
  /** In base64. */
  content: z.string(),
});
export type PlacesPreview = z.output<typeof placesPreview>;

const { documentId: _ofDocument, ...previewed } = EXAMPLE;

export const previewPlaces = documentEndpoint(documentCalls.previewPlaces, 'document.create', {
  summary:
    'Preview the signature fields of a file before its upload; nothing is stored. `places` is null for a file that cannot be signed.',
  bodyLimit: UPLOAD_LIMIT,
  body: placesPreview,
  output: z.object({ places: signaturePlacesAnswer.omit({ documentId: true }).nullable() }),
  example: {
    body: {
      ...{ hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', type: 'QUOTE_NEW' },
      ...{ variableFields: {}, content: 'JVBERi0xLjcK' },
    },
    answer: { places: { ...previewed, lastModifiedDate: null } },
  },
  errors: ['document.invalid', 'dossier.notFound', 'access.readonly', 'access.folderType', 'request.tooMany'],
});
