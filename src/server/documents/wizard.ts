/** The wizard: customer, folder and document in one call, all or nothing (specification §3 "Wizard payload", P-20). */
import type { z } from 'zod';
import { type Actor, may } from '#domain/access.ts';
import { wizardDocumentSchema } from '#domain/documents/document.ts';
import { dossierSchemaFes } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { wizardFolderSchema } from '#domain/folders/folder.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Tx } from '#ports/database/database.ts';
import { createFolder, type FolderWithCustomer, type NewFolder } from '../folders/index.ts';
import type { World } from '../world.ts';
import { authoriseCreation, insertPrepared, prepareDocument } from './commands.ts';
import type { DocumentRow } from './queries.ts';

export interface WizardBody {
  dossierId?: number | null | undefined;
  dossier?: unknown;
  folder?: unknown;
  document?: unknown;
}

interface WizardParts {
  customer: NewFolder['customer'];
  folder: z.output<typeof wizardFolderSchema>;
  document: z.output<typeof wizardDocumentSchema>;
}

/** Reads all parts before it complains, so that every refused field is told at once. */
function readParts(body: WizardBody): WizardParts {
  const issues: FieldIssue[] = [];
  const read = <S extends z.ZodType>(objectName: string, schema: S, value: unknown): z.output<S> | undefined => {
    if (value === undefined || value === null) {
      issues.push({ objectName, field: objectName, code: 'required' });
      return undefined;
    }
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    issues.push(...fieldIssues(objectName, parsed.error));
    return undefined;
  };
  const given = body.dossier !== undefined && body.dossier !== null;
  if (given && body.dossierId) issues.push({ objectName: 'dossier', field: 'dossierId', code: 'unknown' });
  const dossier = body.dossierId ? undefined : read('dossier', dossierSchemaFes, body.dossier);
  const folder = read('folder', wizardFolderSchema, body.folder);
  const document = read('document', wizardDocumentSchema, body.document);
  const customer = body.dossierId ? { dossierId: body.dossierId } : dossier && { dossier };
  if (issues.length > 0 || customer === undefined || folder === undefined || document === undefined) {
    const objects = new Set(issues.map((issue) => issue.objectName));
    const single = (['dossier', 'folder', 'document'] as const).find((name) => objects.size === 1 && objects.has(name));
    throw new Refusal(single === undefined ? 'request.invalid' : `${single}.invalid`, { fieldErrors: issues });
  }
  return { customer, folder, document };
}

/**
 * Reads and judges what a wizard call brings, its file too, and leaves the one transaction that writes it to the caller.
 * @throws Refusal with the fields of all three parts, 403, dossier.notFound, file.* or pdf.*; then nothing was created.
 */
export async function prepareCase(
  world: World,
  command: { actor: Actor; caller: EvidenceActor; body: WizardBody },
): Promise<(tx: Tx) => Promise<FolderWithCustomer & { document: DocumentRow }>> {
  const { actor, caller } = command;
  const { customer, folder, document } = readParts(command.body);
  // Before any work on the file: whoever may not write here learns so at once.
  const place = { brand: folder.brand, folderType: folder.type };
  authoriseCreation(may(actor, 'folder.create', place));
  authoriseCreation(may(actor, 'document.create', place));
  const material = await prepareDocument(world, { values: document, folderType: folder.type });
  return async (tx) => {
    const at = world.clock.now();
    const within = await createFolder(tx, { actor, folder, customer, at });
    const row = await insertPrepared(tx, { actor, caller, within, material, at });
    return { ...within, folder: { ...within.folder, number_of_documents: 1 }, document: row };
  };
}
