/** Where an uploaded document is signed, seen and chosen before the signature starts (P-6). */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { variableValueSchema } from '#domain/documents/document-schemas.ts';
import { folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import { ADDED_APPROVAL } from '#domain/signing/fields/decide.ts';
import { FIELD_DOUBT, FIELD_FAULTS, PLACE_ORIGINS } from '#domain/signing/places.ts';
import { SEPARATE_APPROVAL } from '#domain/signing/point-labels.ts';
import { requiredText } from '#domain/text.ts';
import * as documentCalls from '../calls/documents.ts';
import * as calls from '../calls/signing.ts';
import { lastModifiedDate } from '../definition/edit.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { UPLOAD_LIMIT } from '../documents.ts';

const fieldNote = z.enum([...FIELD_FAULTS, FIELD_DOUBT]);
const readBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A line of the file on which a signature may stand, with the words beside it. */
const offers = z.array(z.object({ page: z.number(), box: readBox, words: z.string() }));

export const signaturePlacesAnswer = z.object({
  documentId: z.number(),
  /** Why no place can be moved; null when those that say so can. */
  fixed: z.object({ code: z.string(), text: z.string() }).nullable(),
  /**
   * What is seen of each page, in its own coordinates, by how much it is shown turned clockwise, and how many points one
   * unit of them measures, where it is not one.
   */
  pages: z.array(z.object({ crop: readBox, rotation: z.number(), unit: z.number().optional() })),
  /** Empty signature fields of the file: nothing else may stand where one serves. `page` is 0 when no page shows it. */
  fields: z.array(
    z.object({
      name: z.string(),
      page: z.number(),
      box: readBox,
      /** Nobody signs there: it is not in what will be signed. */
      leftOut: z.boolean(),
      /** Why it cannot be signed as it stands; `placeOnText`: it can, but text is printed there. */
      fault: fieldNote.nullable(),
    }),
  ),
  points: z.array(
    z.object({
      /** From 1; a role has the same number on every file, and further ones where it signs more than once. */
      point: z.number(),
      role: z.enum(SIGNER_ROLES),
      /** Null where the label of a generated paper names who signs. */
      signer: z.string().nullable(),
      label: z.string(),
      /** Somebody put it on a file that has no place for it: without a place it is not signed. */
      added: z.boolean(),
      /** The field of the file that is meant for it, when that cannot be signed as it stands; the start is refused until it is settled. */
      problem: z.object({ field: z.string(), fault: fieldNote, settled: z.boolean() }).nullable(),
      origin: z.enum(PLACE_ORIGINS),
      /** Null on the added page. */
      page: z.number().nullable(),
      /** Left, bottom, right, top in PDF points. */
      box: readBox.nullable(),
      /** The words of the file on whose line it stands; null for every other origin. */
      words: z.string().nullable(),
      /** Lines of the file that may be meant for it, the likelier first: nobody is put there without being asked. */
      offers,
      /** Who put it there: on this document, or on the one whose places were remembered. */
      chosenBy: z.string().nullable(),
      chosenDate: z.string().nullable(),
    }),
  ),
  /** The customer's separate approval of clauses that can be put on the file; null where it has its own, or nothing can be moved. */
  approval: z.object({ point: z.number(), label: z.string(), offers }).nullable(),
  /** Places are remembered for this type and dealer, on files of this shape. */
  remembered: z.boolean(),
  /** Of the places chosen for this document; null when none are. */
  lastModifiedDate: z.string().nullable(),
});
export type SignaturePlaces = z.output<typeof signaturePlacesAnswer>;

/** Larger numbers than any page has. */
const coordinate = z.number().min(-100_000).max(100_000);
const place = z.strictObject({
  point: z.number().int().min(1).max(100),
  page: z.number().int().min(1).max(100_000),
  box: z.tuple([coordinate, coordinate, coordinate, coordinate]),
});

const signaturePlacesChange = z.strictObject({
  /** A point that is not among them stands on the added page; that of `approval` is not signed then. */
  places: z.array(place).max(100),
  /** For the next files of this type and dealer whose pages have the same sizes; without places it forgets them. */
  remember: z.boolean().nullish(),
  /** As it was read: null when no places were chosen then; left out, nobody's change is looked for. */
  lastModifiedDate,
});
export type SignaturePlacesChange = z.output<typeof signaturePlacesChange>;

const ONE = { id: 48_190 } as const;
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

export const getSignaturePlaces = endpoint(calls.getSignaturePlaces, {
  summary: 'Where each signature of a document will stand, before it is started.',
  access: 'staff',
  action: 'document.read',
  params: idParams,
  output: signaturePlacesAnswer,
  status: 200,
  objectName: 'document',
  example: { params: ONE, answer: EXAMPLE },
  errors: ['document.notFound', ...NOT_NOW],
});

export const updateSignaturePlaces = endpoint(calls.updateSignaturePlaces, {
  summary:
    'Chooses where a document is signed, until its signature starts; the box is in PDF points from the bottom left.',
  access: 'staff',
  action: 'document.edit',
  params: idParams,
  body: signaturePlacesChange,
  output: signaturePlacesAnswer,
  status: 200,
  objectName: 'document',
  example: {
    params: ONE,
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

export const resetSignaturePlaces = endpoint(calls.resetSignaturePlaces, {
  summary: 'Gives up the places chosen for a document; what was remembered stays.',
  access: 'staff',
  action: 'document.edit',
  params: idParams,
  status: 204,
  objectName: 'document',
  example: { params: ONE },
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

export const previewPlaces = endpoint(documentCalls.previewPlaces, {
  summary:
    'Where each signature of a file would stand, before it is uploaded: nothing is stored; `places` is null for a file that cannot be signed.',
  bodyLimit: UPLOAD_LIMIT,
  ...{ access: 'staff', action: 'document.create', objectName: 'document' },
  body: placesPreview,
  output: z.object({ places: signaturePlacesAnswer.omit({ documentId: true }).nullable() }),
  status: 200,
  example: {
    body: {
      ...{ hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', type: 'QUOTE_NEW' },
      ...{ variableFields: {}, content: 'JVBERi0xLjcK' },
    },
    answer: { places: { ...previewed, lastModifiedDate: null } },
  },
  errors: ['document.invalid', 'dossier.notFound', 'access.readonly', 'access.folderType', 'request.tooMany'],
});
