/** Judges the generated paper of an edited document with its new values, and redraws it when the printed content changes. */
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { paperFields } from '#domain/papers/compose-paper.ts';
import { isGeneratedType } from '#domain/papers/configured-types.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { FolderWithCustomer } from '../../folders/index.ts';
import type { World } from '../../world.ts';
import { photoIssues } from '../intake/photos.ts';
import type { DocumentRow } from '../queries.ts';
import { composeFor, type GeneratedFile, generateFile, paperIssues, printedSha256 } from './generate.ts';
import { caseOfDocument } from './paper-case.ts';
import type { Origin } from './paper-to-sign.ts';

/** Whether the product makes this document's file: it made the stored one, or there is none and the type is generated now. */
export const isGeneratedFile = (row: DocumentRow, origin: Origin | null, type: ConfiguredDocumentType): boolean =>
  origin !== null || (row.file_sha256 === null && isGeneratedType(type));

export interface EditedPaper {
  /** What prevents the paper from being made. */
  readonly issues: readonly FieldIssue[];
  readonly warnings: Warning[];
  /** Draws and stores the paper; null when its content equals the stored one's. */
  make(signable: boolean): Promise<GeneratedFile | null>;
}

export interface PaperEdit {
  /** The editing user, whose uploaded photos may appear on the paper. */
  uploadedBy: number;
  row: DocumentRow;
  within: FolderWithCustomer;
  origin: Origin | null;
  type: ConfiguredDocumentType;
  values: VariableFields;
  draft: boolean;
  language: Language;
  at: Date;
}

export async function composeEditedPaper(world: World, edit: PaperEdit): Promise<EditedPaper> {
  const { uploadedBy, row, within, origin, type, values, draft, language, at } = edit;
  const today = romeDay(at);
  const paperCase = await caseOfDocument(world.database.read, within, row);
  const number = paperCase.folder.businessId ?? String(row.id);
  const compose = (date: string) =>
    composeFor(world, world.database.read, { type, paperCase, values, number, date, language });
  const original = await compose(origin?.date ?? today);
  const fields = paperFields(type.slug);
  const photos = await photoIssues(world.database.read, { fields, values, paperCase, uploadedBy });
  return {
    issues: [...photos, ...paperIssues(type.slug, original, draft, values)],
    warnings: original.warnings,
    async make(signable) {
      if (origin !== null && printedSha256(original.paper) === origin.paperSha256) return null;
      const { paper } = await compose(today);
      return generateFile(world, { paper, type: row.type, signable });
    },
  };
}
