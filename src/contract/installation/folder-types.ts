/** Folder and document types: the configuration in force, the changes another file would make, and its activation. */
import { z } from 'zod';
import { CHANGE_KINDS } from '#domain/folders/configuration-changes.ts';
import { configuredFieldSchema, signatureAnchorSchema } from '#domain/folders/folder-type-schemas.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import * as calls from '../calls/installation.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';

/** The shipped file has 300 KB, 730 KB as the portal writes it. */
const BODY_LIMIT = 4 * 1_048_576;

const typeInUse = z.object({
  folderType: z.string(),
  documentType: z.string().nullable().describe('null: the entry is about folders of the type'),
  count: z.number(),
});

export const folderTypeStateAnswer = z.object({
  version: z.number().nullable().describe('null: the configuration shipped with the product'),
  loadedBy: z.string().nullable(),
  loadedDate: z.string().nullable(),
  digest: z.string().describe('SHA-256 of the configuration in force'),
  inUse: z.array(typeInUse),
});

const changedValue = <Part extends string, Value extends z.ZodType>(part: Part, value: Value) =>
  z.object({ part: z.literal(part), before: value, after: value });
const changedPart = z.discriminatedUnion('part', [
  changedValue('visibleInWizard', z.boolean()),
  changedValue('displayOrder', z.number()),
  changedValue('legalEntities', z.array(z.string())),
  changedValue('signers', z.array(z.enum(SIGNER_ROLES))),
  changedValue('anchors', z.array(signatureAnchorSchema)),
  changedValue('fieldOrder', z.array(z.string())),
  changedValue('field', configuredFieldSchema.nullable()).describe(
    '`before` is null if the field is added, `after` if it is removed',
  ),
]);

export const folderTypePreviewAnswer = z.object({
  digest: z.string().describe('digest of the configuration in force; required to apply the file'),
  isSame: z.boolean().describe('the file equals the configuration in force'),
  problems: z
    .array(z.object({ path: z.string(), line: z.number().nullable(), problem: z.string() }))
    .describe('the first 100 errors in the file; if there are any, nothing else is compared'),
  problemCount: z.number().describe('total number of errors'),
  missing: z.array(typeInUse).describe('types missing from the file that existing folders or documents use'),
  changes: z.array(
    z.object({
      folderType: z.string(),
      documentType: z.string().nullable(),
      kind: z.enum(CHANGE_KINDS),
      parts: z.array(changedPart).describe('changes to the type; empty if the type is added or removed'),
      count: z.number().describe('number of folders or documents of the type'),
    }),
  ),
});
export type FolderTypePreview = z.output<typeof folderTypePreviewAnswer>;

const folderTypesEndpoint = staffEndpointsOf('folderTypes');

const configurationText = z.string().min(1).describe('the JSON file, as accepted by `fascicolo folder-types`');
const DIGEST = '9f2c1a54d0c3b1f0a7e9d6c5b4a39281706f5e4d3c2b1a099887766554433221';
const STATE = { version: 3, loadedBy: 'admin', loadedDate: '2026-11-20T08:12:00.000Z', digest: DIGEST };

export const getFolderTypeState = folderTypesEndpoint(calls.getFolderTypeState, 'folderType.edit', {
  summary: 'The folder types in force: version, author, and the number of folders and documents of each type',
  output: folderTypeStateAnswer,
  example: { answer: { ...STATE, inUse: [{ folderType: 'SALE_NEW', documentType: null, count: 12 }] } },
});

export const previewFolderTypes = folderTypesEndpoint(calls.previewFolderTypes, 'folderType.edit', {
  summary: 'Preview what a folder types file would change; nothing is stored',
  body: z.strictObject({ text: configurationText }),
  output: folderTypePreviewAnswer,
  bodyLimit: BODY_LIMIT,
  example: {
    body: { text: '[…]' },
    answer: {
      digest: DIGEST,
      isSame: false,
      problems: [],
      problemCount: 0,
      missing: [],
      changes: [
        {
          ...{ folderType: 'SALE_NEW', documentType: 'SALE_NEW_PROPOSAL', kind: 'changed', count: 40 },
          parts: [{ part: 'visibleInWizard', before: true, after: false }],
        },
      ],
    },
  },
});

export const applyFolderTypes = folderTypesEndpoint(calls.applyFolderTypes, 'folderType.edit', {
  summary: 'Apply a folder types file on all nodes, unless the configuration has changed since the preview',
  body: z.strictObject({ text: configurationText, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: folderTypeStateAnswer,
  bodyLimit: BODY_LIMIT,
  example: { body: { text: '[…]', digest: DIGEST }, answer: { ...STATE, version: 4, inUse: [] } },
  errors: ['folderTypes.invalid', 'folderTypes.inUse', 'conflict.stale'],
});
