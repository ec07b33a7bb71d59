/** Folder and document types: what is in force, what another file would change, and putting it in force. */
import { z } from 'zod';
import { CHANGE_KINDS } from '#domain/folders/configuration-changes.ts';
import { configuredFieldSchema, signatureAnchorSchema } from '#domain/folders/folder-type-schemas.ts';
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import * as calls from '../calls/installation.ts';
import { endpoint } from '../definition/endpoint.ts';

/** The shipped file has 300 KB, 730 KB as the portal writes it. */
const BODY_LIMIT = 4 * 1_048_576;

const typeInUse = z.object({
  folderType: z.string(),
  documentType: z.string().nullable().describe('null: folders of the type'),
  count: z.number(),
});

export const folderTypeStateAnswer = z.object({
  version: z.number().nullable().describe('null: the configuration that ships with the product'),
  loadedBy: z.string().nullable(),
  loadedDate: z.string().nullable(),
  digest: z.string().describe('SHA-256 of what is in force'),
  inUse: z.array(typeInUse),
});

const turned = <Part extends string, Value extends z.ZodType>(part: Part, value: Value) =>
  z.object({ part: z.literal(part), before: value, after: value });
const changedPart = z.discriminatedUnion('part', [
  turned('visibleInWizard', z.boolean()),
  turned('displayOrder', z.number()),
  turned('legalEntities', z.array(z.string())),
  turned('signers', z.array(z.enum(SIGNER_ROLES))),
  turned('anchors', z.array(signatureAnchorSchema)),
  turned('fieldOrder', z.array(z.string())),
  turned('field', configuredFieldSchema.nullable()).describe('null before: it is added; null after: it is removed'),
]);

export const folderTypePreviewAnswer = z.object({
  digest: z.string().describe('of what is in force: send it along when the file is applied'),
  isSame: z.boolean().describe('the file is what is in force'),
  problems: z
    .array(z.object({ path: z.string(), line: z.number().nullable(), problem: z.string() }))
    .describe('the first 100 things that are wrong with the file; then nothing else is known'),
  problemCount: z.number().describe('of all'),
  missing: z.array(typeInUse).describe('types that the file lacks although there are folders or documents of them'),
  changes: z.array(
    z.object({
      folderType: z.string(),
      documentType: z.string().nullable(),
      kind: z.enum(CHANGE_KINDS),
      parts: z.array(changedPart).describe('what changes of the type; empty where it comes or goes'),
      count: z.number().describe('folders or documents of the type'),
    }),
  ),
});
export type FolderTypePreview = z.output<typeof folderTypePreviewAnswer>;

const COMMON = { access: 'staff', action: 'folderType.edit', status: 200, objectName: 'folderTypes' } as const;
const text = z.string().min(1).describe('the JSON file, as `fascicolo folder-types` takes it');
const DIGEST = '9f2c1a54d0c3b1f0a7e9d6c5b4a39281706f5e4d3c2b1a099887766554433221';
const STATE = { version: 3, loadedBy: 'admin', loadedDate: '2026-11-20T08:12:00.000Z', digest: DIGEST };

export const getFolderTypeState = endpoint(calls.getFolderTypeState, {
  ...COMMON,
  summary: 'The folder types in force: version, author, and how many folders and documents there are of each',
  output: folderTypeStateAnswer,
  example: { answer: { ...STATE, inUse: [{ folderType: 'SALE_NEW', documentType: null, count: 12 }] } },
  errors: [],
});

export const previewFolderTypes = endpoint(calls.previewFolderTypes, {
  ...COMMON,
  summary: 'What a file of folder types would change; nothing is stored',
  body: z.strictObject({ text }),
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
  errors: [],
});

export const applyFolderTypes = endpoint(calls.applyFolderTypes, {
  ...COMMON,
  summary: 'Put a file of folder types in force on every node, unless others were put in force since the preview',
  body: z.strictObject({ text, digest: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: folderTypeStateAnswer,
  bodyLimit: BODY_LIMIT,
  example: { body: { text: '[…]', digest: DIGEST }, answer: { ...STATE, version: 4, inUse: [] } },
  errors: ['folderTypes.invalid', 'folderTypes.inUse', 'conflict.stale'],
});
