/** The wizard: creates customer, folder and document in one call, all or nothing. */
import type { z } from 'zod';
import { documentAnswer } from '#contract/documents.ts';
import { dossierAnswer } from '#contract/dossiers.ts';
import { folderAnswer } from '#contract/folders.ts';
import { type Actor, may } from '#domain/access.ts';
import { wizardDocumentSchema } from '#domain/documents/document-schemas.ts';
import { type Dossier, dossierSchemaFes } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { wizardFolderSchema } from '#domain/folders/folder-schemas.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { getDossier, presentDossier } from '../dossiers/index.ts';
import { createFolder, type FolderWithCustomer, type NewFolder } from '../folders/index.ts';
import { withoutEmptyValues } from '../http/request/empty-values.ts';
import type { World } from '../world.ts';
import { authoriseCreation, type DocumentMaterial, insertPrepared, prepareDocument } from './commands.ts';
import { type PaperCase, paperCase } from './papers/paper-case.ts';
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

const ANSWERS = { dossier: dossierAnswer, folder: folderAnswer, document: documentAnswer };
type Part = keyof typeof ANSWERS;

/** Reads all parts before it refuses, so that every refused field is reported together. */
function readParts(body: WizardBody): WizardParts {
  const issues: FieldIssue[] = [];
  const parsePart = <S extends z.ZodType>(objectName: Part, schema: S, value: unknown): z.output<S> | undefined => {
    if (value === undefined || value === null) {
      issues.push({ objectName, field: objectName, code: 'required' });
      return undefined;
    }
    const parsed = schema.safeParse(withoutEmptyValues(value, schema, ANSWERS[objectName]), { reportInput: true });
    if (parsed.success) return parsed.data;
    issues.push(...fieldIssues(objectName, parsed.error));
    return undefined;
  };
  const hasDossier = body.dossier !== undefined && body.dossier !== null;
  if (hasDossier && body.dossierId) issues.push({ objectName: 'dossier', field: 'dossierId', code: 'unknown' });
  const dossier = body.dossierId ? undefined : parsePart('dossier', dossierSchemaFes, body.dossier);
  const folder = parsePart('folder', wizardFolderSchema, body.folder);
  const document = parsePart('document', wizardDocumentSchema, body.document);
  const customer = body.dossierId ? { dossierId: body.dossierId } : dossier && { dossier };
  if (issues.length > 0 || customer === undefined || folder === undefined || document === undefined) {
    const objects = new Set(issues.map((issue) => issue.objectName));
    const single = (['dossier', 'folder', 'document'] as const).find((name) => objects.size === 1 && objects.has(name));
    throw new Refusal(single === undefined ? 'request.invalid' : `${single}.invalid`, { fieldErrors: issues });
  }
  return { customer, folder, document };
}

/** The customer of the new folder. @throws Refusal dossier.notFound when it is absent or out of the actor's sight. */
export async function customerOf(db: Db, actor: Actor, dossierId: number): Promise<Dossier> {
  return presentDossier(await getDossier(db, actor, { rights: ['dossier.read'] }, dossierId));
}

async function paperCaseOf(db: Db, actor: Actor, { customer, folder }: WizardParts): Promise<PaperCase> {
  if ('dossier' in customer) return paperCase(customer.dossier, folder, customer.dossier.hst);
  const dossier = await customerOf(db, actor, customer.dossierId);
  return paperCase(dossier, folder, dossier.hst);
}

/**
 * Reads and checks a wizard call, including its file; the caller runs the single transaction that writes it.
 * @throws Refusal with the fields of all three parts, 403, dossier.notFound, file.* or pdf.*; then nothing was created.
 */
export async function prepareCase(
  world: World,
  command: { actor: Actor; caller: EvidenceActor; body: WizardBody; language: Language },
): Promise<{
  material: DocumentMaterial;
  create: (tx: Tx) => Promise<FolderWithCustomer & { document: DocumentRow }>;
}> {
  const { actor, caller, language } = command;
  const parts = readParts(command.body);
  const { customer, folder, document } = parts;
  // Checked before any work on the file, so that callers without the right are refused immediately.
  const target = { brand: folder.brand, folderType: folder.type };
  authoriseCreation(may(actor, 'folder.create', target));
  authoriseCreation(may(actor, 'document.create', target));
  const loadCase = () => paperCaseOf(world.database.read, actor, parts);
  const at = world.clock.now();
  const input = { values: document, folderType: folder.type, owner: String(actor.id), uploadedBy: actor.id };
  const material = await prepareDocument(world, { ...input, loadCase, language, at });
  const create = async (tx: Tx) => {
    const at = world.clock.now();
    const within = await createFolder(tx, { actor, folder, customer, at });
    const row = await insertPrepared(tx, { actor, caller, within, material, at });
    return { ...within, folder: { ...within.folder, number_of_documents: 1 }, document: row };
  };
  return { material, create };
}
