/** Prepares a generated paper when its signing starts: as it would be printed now, with its signature fields (record 0017). */
import type { ConsentQuestion } from '#domain/consents/notices.ts';
import { generatedDownloadName } from '#domain/documents/download-name.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor, EvidenceDetails } from '#domain/evidence/events.ts';
import { safeFileName } from '#domain/file-name.ts';
import { type ConfiguredDocumentType, findConfiguredType } from '#domain/folders/folder-types.ts';
import type { Borrower } from '#domain/papers/borrowers.ts';
import { coSigners } from '#domain/papers/co-signers.ts';
import { hasTemplate } from '#domain/papers/compose-paper.ts';
import { asGenerated } from '#domain/papers/configured-types.ts';
import type { SignatureBox } from '#domain/papers/paper.ts';
import type { Composed } from '#domain/papers/paper-data.ts';
import { hasOnlyExpired } from '#domain/papers/templates/fea-module.ts';
import { romeDay } from '#domain/rome-time.ts';
import { paperFileName } from '#domain/signing/messages/paper-names.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { bookSpace } from '../../entitlements/index.ts';
import { documentSubject, listTrail, record } from '../../evidence/index.ts';
import { currentConfiguration, type FolderWithCustomer } from '../../folders/index.ts';
import { editDate } from '../../http/request/edit.ts';
import type { World } from '../../world.ts';
import { type DocumentRow, findDocument, type MoveChanges } from '../queries.ts';
import { composeFor, type GeneratedFile, generatedEvents, generateFile, printedSha256 } from './generate.ts';
import { caseOfDocument } from './paper-case.ts';

/** What a document's file was generated from. */
export type Origin = EvidenceDetails['document.generated'];

/** The trail records which files the product made: a type that takes uploads today may have been generated yesterday. */
export async function originOf(db: Db, row: DocumentRow): Promise<Origin | null> {
  if (row.file_sha256 === null || !hasTemplate(row.type)) return null;
  const event = (await listTrail(db, documentSubject(row.id))).findLast(({ type }) => type === 'document.generated');
  const origin = event?.detail as Origin | undefined;
  return origin?.sha256 === row.file_sha256 ? origin : null;
}

/** An upload keeps its original name. The trail is queried only for names that the product gives. */
export async function originalName(db: Db, row: DocumentRow & { readonly file_name: string }): Promise<string> {
  const isGenerated = row.file_name === paperFileName(row.type) && (await originOf(db, row)) !== null;
  return isGenerated ? generatedDownloadName(row) : safeFileName(row.file_name);
}

/** The type as configured now, with the fields of its template. */
export async function generatedTypeOf(db: Db, row: DocumentRow): Promise<ConfiguredDocumentType | undefined> {
  const type = findConfiguredType(await currentConfiguration(db), row.folder_type, row.type);
  return type && asGenerated(type);
}

export interface PaperToSign {
  /** Signature fields, in the order of the paper. */
  readonly boxes: readonly SignatureBox[];
  /** Signers besides the customer. */
  readonly coSigners: readonly Borrower[];
  /** Consent questions with Sì/No boxes drawn on it. */
  readonly consents: readonly ConsentQuestion[];
  /** The file to sign. */
  readonly sha256: string;
  /** Changes to the document's row at the start: its file, if the printed content changed since it was made. */
  changes(by: string): Pick<MoveChanges, 'modified' | 'edit'>;
  /** Whether the document still has the file that was read. */
  hasSameFile(document: DocumentRow): boolean;
  /** Records the regenerated file in the trail and books its space. */
  recordRegeneration(tx: Tx, caller: EvidenceActor): Promise<void>;
}

type DocumentContext = { document: DocumentRow } & FolderWithCustomer;

/**
 * The paper of a generated document; null for an upload. Redraws and stores it when the printed content has changed, so
 * it runs before the transaction.
 * @throws Refusal paper.incomplete with the fields that prevent signing
 */
export async function paperToSign(
  world: World,
  { origin, ...context }: DocumentContext & { readonly origin: Origin | null },
  at: Date,
): Promise<PaperToSign | null> {
  const { document } = context;
  const { read } = world.database;
  const type = origin === null ? undefined : await generatedTypeOf(read, document);
  if (origin === null || type === undefined) return null;
  const paperCase = await caseOfDocument(read, context, document);
  const compose = (date: string): Promise<Composed> =>
    composeFor(world, read, {
      type,
      paperCase,
      values: document.variable_fields,
      number: context.folder.business_id ?? String(document.id),
      date,
      language: 'it',
    });
  const original = await compose(origin.date);
  if (original.missing.length > 0) {
    const code = hasOnlyExpired(original.missing) ? 'paper.identityExpired' : 'paper.incomplete';
    throw new Refusal(code, { fieldErrors: original.missing });
  }
  const boxes = original.paper.blocks.flatMap((block) => (block.kind === 'signatures' ? block.signatures : []));
  let regenerated: GeneratedFile | null = null;
  let printed = original;
  if (printedSha256(original.paper) !== origin.paperSha256) {
    printed = await compose(romeDay(at));
    regenerated = await generateFile(world, { paper: printed.paper, type: document.type, signable: document.signable });
  }
  return {
    boxes,
    coSigners: coSigners(document.type, document.variable_fields),
    consents: printed.consents ?? [],
    sha256: regenerated?.file.sha256 ?? origin.sha256,
    changes(by) {
      if (regenerated === null) return {};
      const { sha256: file_sha256, size: file_size } = regenerated.file;
      return {
        modified: { by, at: editDate(document.last_modified_date, at) },
        edit: { since: document.last_modified_date, values: { file_sha256, file_size, pages: regenerated.pages } },
      };
    },
    hasSameFile: (now) => now.file_sha256 === document.file_sha256,
    async recordRegeneration(tx, caller) {
      const current = regenerated && (await findDocument(tx, document.id));
      if (!regenerated || !current) return;
      for (const event of generatedEvents(regenerated, origin.sha256)) {
        await record(tx, documentSubject(document.id), { ...event, actor: caller }, at);
      }
      await bookSpace(tx, [current], at);
    },
  };
}
