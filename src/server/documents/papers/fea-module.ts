/** Creates the FEA module that a document waits for, from the customer's data and the identity document that staff has seen. */
import type { FeaRequest } from '#contract/papers.ts';
import type { Actor } from '#domain/access.ts';
import { typeDefaults } from '#domain/documents/document.ts';
import { FEA_MODULE } from '#domain/documents/fea.ts';
import { IDENTITY_PAPER } from '#domain/documents/file-action.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import { type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { asGenerated, isGeneratedType } from '#domain/papers/configured-types.ts';
import { hasOnlyExpired } from '#domain/papers/templates/fea-module.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import {
  countDocument,
  currentConfiguration,
  type FolderWithCustomer,
  findFolderWithCustomer,
} from '../../folders/index.ts';
import type { World } from '../../world.ts';
import { checkFolder, type DocumentMaterial, insertPrepared, prepareGenerated } from '../commands.ts';
import { takeCopy } from '../intake/files.ts';
import { type DocumentRow, linkFeaModule, lockDocument } from '../queries.ts';
import { findVisible } from '../visible-documents.ts';
import { customerAdhered, feaStates, mayRequestFeaModule } from './fea-states.ts';
import { composeFor } from './generate.ts';
import { caseOf } from './paper-case.ts';

interface Command {
  actor: Actor;
  body: FeaRequest;
  language: Language;
  at: Date;
}

/** A module that was checked and whose file is stored, or the existing one. */
export type PreparedModule =
  | { readonly existing: number }
  | {
      readonly origin: DocumentRow;
      readonly material: DocumentMaterial;
      /** The copy of the identity document, if one is kept. */
      readonly copy: DocumentMaterial | null;
    };

function identityFields({ identity }: FeaRequest): VariableFields {
  return {
    ID_TYPE: identity?.type ?? null,
    ID_NUMBER: identity?.number ?? null,
    ID_ISSUER: identity?.issuer ?? null,
    ID_ISSUED: identity?.issueDate ?? null,
    ID_EXPIRY: identity?.expiryDate ?? null,
  };
}

/**
 * Report missing customer data first, so that staff are not asked for the identity document needlessly. Identity data must
 * be complete when given, or a copy would be kept without a purpose; without it the module is a draft.
 */
function refuseMissing(missing: readonly FieldIssue[], { identity }: FeaRequest): void {
  const ofDossier = missing.filter(({ objectName }) => objectName === 'dossier');
  const ofIdentity = missing.filter(({ objectName }) => objectName !== 'dossier');
  if (ofDossier.length > 0) {
    const hasIdentity = Object.values(identity ?? {}).some((value) => value != null);
    throw new Refusal('fea.dataMissing', { fieldErrors: hasIdentity ? missing : ofDossier });
  }
  if (!identity || ofIdentity.length === 0) return;
  const code = hasOnlyExpired(ofIdentity) ? 'fea.identityExpired' : 'fea.identityMissing';
  throw new Refusal(code, { fieldErrors: ofIdentity });
}

/** @throws Refusal fea.moduleExists when a copy of the identity document would be lost. */
function existing(moduleId: number, withCopy: boolean): { existing: number } {
  if (withCopy) throw new Refusal('fea.moduleExists');
  return { existing: moduleId };
}

/** @throws Refusal file.*; document.invalid where no such document type is configured. */
async function prepareIdentityCopy(
  world: World,
  folder: FolderWithCustomer['folder'],
  { identity }: FeaRequest,
): Promise<DocumentMaterial | null> {
  const copy = identity?.copy;
  if (!copy) return null;
  const type = findConfiguredType(await currentConfiguration(world.database.read), folder.type, IDENTITY_PAPER);
  if (type === undefined || isGeneratedType(type)) {
    throw new Refusal('document.invalid', {
      fieldErrors: [{ objectName: 'document', field: 'identity.copy', code: 'oneOf' }],
    });
  }
  const file = await takeCopy(world, copy);
  const { fileName, mimeType, size: fileSize } = file;
  const { sigType, archivable } = typeDefaults(type);
  const values = { type: IDENTITY_PAPER, sigType, archivable, signable: false, fileName, mimeType, fileSize };
  return { values, type, folderType: folder.type, file, generated: null };
}

/**
 * Draws and stores the FEA module of a document, unless it has one; writes nothing to the database. Without the
 * identity document the module becomes a draft for staff to complete.
 * @throws Refusal document.notFound, 403, folder.closed, fea.notRequired, fea.dataMissing, fea.identityMissing and fea.identityExpired with fields, file.* of the copy
 */
export async function prepareFeaModule(world: World, command: Command): Promise<PreparedModule> {
  const { actor, body, language, at } = command;
  const { read } = world.database;
  const origin = await findVisible(read, actor, body.id, 'document.create');
  if (!(await mayRequestFeaModule(read, origin, at))) throw new Refusal('fea.notRequired');
  const { moduleId } = (await feaStates(read, [origin], at))(origin);
  if (moduleId !== null) return existing(moduleId, body.identity?.copy != null);
  // A customer who has adhered signs this document without a module.
  if (await customerAdhered(read, origin)) throw new Refusal('fea.notRequired');
  const within = await findFolderWithCustomer(read, origin.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  const { type: folderType } = within.folder;
  const configured = findConfiguredType(await currentConfiguration(read), folderType, FEA_MODULE);
  if (configured === undefined) throw new Error(`The folder type ${folderType} has no ${FEA_MODULE}`);
  const type = asGenerated(configured);
  const paperCase = caseOf(within);
  const values = identityFields(body);
  const request = { type, paperCase, values, number: null, date: romeDay(at), language };
  const { missing } = await composeFor(world, read, request);
  refuseMissing(missing, body);
  checkFolder(actor, within.folder);
  const copy = await prepareIdentityCopy(world, within.folder, body);
  const { sigType, archivable } = typeDefaults(type);
  const defaults = { sigType: sigType ?? 'OTP', archivable, signable: true, draft: !body.identity };
  const material = await prepareGenerated(world, type, {
    values: { type: FEA_MODULE, ...defaults, variableFields: values },
    folderType,
    owner: String(actor.id),
    uploadedBy: actor.id,
    loadCase: async () => paperCase,
    language,
    at,
  });
  return { origin, material, copy };
}

/**
 * Inserts the module's row and links it in its origin; a later call gets the first call's module.
 * @returns its id, and whether it was created by this call.
 */
export async function insertFeaModule(
  tx: Tx,
  command: { actor: Actor; caller: EvidenceActor; prepared: PreparedModule; at: Date },
): Promise<{ id: number; made: boolean }> {
  const { actor, caller, prepared, at } = command;
  if ('existing' in prepared) return { id: prepared.existing, made: false };
  const { origin, material, copy } = prepared;
  // Lock the folder first, as everywhere; it stays locked until the module is counted in it.
  if (!(await countDocument(tx, origin.folder_id, 0))) throw new Refusal('folder.closed');
  const locked = await lockDocument(tx, origin.id);
  if (locked === undefined) throw new Refusal('document.notFound');
  const { moduleId } = (await feaStates(tx, [locked], at))(locked);
  if (moduleId !== null) return { id: existing(moduleId, copy !== null).existing, made: false };
  if (await customerAdhered(tx, locked)) throw new Refusal('fea.notRequired');
  const within: FolderWithCustomer | undefined = await findFolderWithCustomer(tx, origin.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  const storedCopy = copy === null ? null : await insertPrepared(tx, { actor, caller, within, material: copy, at });
  const identityDocumentId = storedCopy?.id ?? null;
  const module = await insertPrepared(tx, { actor, caller, within, material, identityDocumentId, at });
  await linkFeaModule(tx, origin.id, module.id);
  return { id: module.id, made: true };
}
