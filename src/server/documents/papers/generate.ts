/** Generates papers: turns the data of customer, folder and dealer into a document's file. */
import { createHash } from 'node:crypto';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import type { FieldIssue, Language } from '#domain/errors.ts';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { isAcceptance, isProposal } from '#domain/papers/accepted-proposal.ts';
import { composePaper, paperFields } from '#domain/papers/compose-paper.ts';
import { valueIssues } from '#domain/papers/loan-rules.ts';
import type { Paper } from '#domain/papers/paper.ts';
import type { Composed, DocumentTrail } from '#domain/papers/paper-data.ts';
import { textOf } from '#domain/papers/paper-values.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import { staffRolesOf } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import { paperSource } from '../../papers/index.ts';
import type { World } from '../../world.ts';
import { PRODUCT, type StoredFile, takeFile } from '../intake/files.ts';
import { drawPaper } from '../intake/photos.ts';
import { findDocumentsIn } from '../queries.ts';
import type { PaperCase } from './paper-case.ts';

export interface PaperRequest {
  type: ConfiguredDocumentType;
  paperCase: PaperCase;
  values: VariableFields;
  number: string | null;
  /** `YYYY-MM-DD` in Rome. */
  date: string;
  /** Language of the messages. */
  language: Language;
}

/** Composes the paper as it would be printed, with the list of what it lacks. @throws for a type without template */
export async function composeFor(world: World, db: Db, request: PaperRequest): Promise<Composed> {
  const { type, paperCase, values, number, date, language } = request;
  const { hst, brand } = paperCase;
  const { publicUrl } = world.settings;
  const { texts, ...source } = await paperSource(db, { type: type.slug, hst, brand, publicUrl });
  const data = {
    ...source,
    customer: paperCase.customer,
    folder: paperCase.folder,
    values: isAcceptance(type.slug) ? await withProposal(db, paperCase.trailScope, values) : values,
    number,
    date,
    // The signature itself names the staff: the paper stays the same when another person is named.
    signers: staffRolesOf(values, type).map((role) => ({ role, name: null })),
    trails: type.slug === 'AUDIT' ? await trailsOf(db, paperCase.trailScope) : [],
    demo: world.settings.mode === 'demo',
    messages: language,
  };
  return composePaper(type.slug, data, texts);
}

/** An acceptance prints the hash of the signed file, which users do not type: take the newest proposal of the folder. */
async function withProposal(db: Db, folder: PaperCase['trailScope'], values: VariableFields): Promise<VariableFields> {
  if (folder === null || textOf(values, 'PROPOSAL_SHA256') !== '') return values;
  const proposals = (await findDocumentsIn(db, folder.folderId)).filter(
    ({ type, status }) => isProposal(type) && status === 'SIGNED',
  );
  const newest = proposals.at(-1);
  if (newest === undefined) return values;
  const signed = (await listTrail(db, documentSubject(newest.id))).findLast(({ type }) => type === 'document.signed');
  return signed === undefined ? values : { ...values, PROPOSAL_SHA256: String(signed.detail.sha256) };
}

/** The trails of documents in the folder whose signing was started; others have no signature events. */
async function trailsOf(db: Db, folder: PaperCase['trailScope']): Promise<DocumentTrail[]> {
  const documents = folder === null ? [] : await findDocumentsIn(db, folder.folderId);
  const trails: DocumentTrail[] = [];
  for (const { id, type, status, created_by: creator } of documents) {
    if (folder?.createdBy && folder.createdBy !== creator) continue;
    const events = await listTrail(db, documentSubject(id));
    if (events.some((event) => event.type === 'sign.started')) trails.push({ documentId: id, type, status, events });
  }
  return trails;
}

/** Issues that prevent the paper from being made: a draft may have gaps, but no unreadable values. */
export function paperIssues(type: string, composed: Composed, draft: boolean, values: VariableFields): FieldIssue[] {
  if (!draft) return composed.missing;
  return valueIssues(paperFields(type), values).filter(({ code }) => code !== 'required');
}

/** Hashes the printed data rather than the file, so that a later layout of the same data does not count as a change. */
export const printedSha256 = (paper: Paper): string => createHash('sha256').update(JSON.stringify(paper)).digest('hex');

/** A stored paper and its details for the trail. */
export interface GeneratedFile {
  file: StoredFile;
  paper: Paper;
  /** Pages of the file. */
  pages: number;
}

/** Draws a paper off the main thread and stores it through the same intake as every file. */
export async function generateFile(
  world: World,
  request: { paper: Paper; type: string; signable: boolean },
): Promise<GeneratedFile> {
  const { paper, type, signable } = request;
  const { bytes, pages } = await drawPaper(world, paper);
  const input = { content: bytes, fileName: paperFileName(type), mimeType: 'application/pdf', fileSize: null };
  const file = await takeFile(world, input, { signable, owner: PRODUCT });
  if (file.gate?.normalised) throw new Error(`The gate changed the paper of a ${type}`);
  return { file, paper, pages };
}

/** Trail events of a generated file. @param replaced the file it replaces. */
export function generatedEvents({ file, paper, pages }: GeneratedFile, replaced: string | null) {
  const { number, date, termsVersion } = paper;
  const { sha256 } = file;
  const detail = { sha256, paperSha256: printedSha256(paper), pages, number, date, termsVersion, replaced };
  const gateDetail = { sha256, pages, normalised: false };
  return [
    { type: 'document.generated', detail } as const,
    ...(file.gate === null ? [] : [{ type: 'content.gate.passed', detail: gateDetail } as const]),
  ];
}
