/** The module of the advanced electronic signature that a document waits for: made from the customer's data and the identity document that staff has seen (P-9, D-3, D-5). */
import type { FeaRequest } from '#contract/papers.ts';
import type { Actor } from '#domain/access.ts';
import { typeDefaults } from '#domain/documents/document.ts';
import type { VariableFields } from '#domain/documents/variable-fields.ts';
import { type FieldIssue, type Language, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { asGenerated } from '#domain/papers/configured.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import {
  countDocument,
  currentConfiguration,
  type FolderWithCustomer,
  findFolderWithCustomer,
} from '../folders/index.ts';
import type { World } from '../world.ts';
import { checkFolder, type DocumentMaterial, insertPrepared, prepareGenerated } from './commands.ts';
import { feaStates, wantsFeaModule } from './fea.ts';
import { caseOf, composeFor } from './generate.ts';
import { type DocumentRow, linkFeaModule, lockDocument } from './queries.ts';
import { findVisible } from './visible.ts';

const FEA_MODULE = 'FEA_MODULE';

interface Command {
  actor: Actor;
  body: FeaRequest;
  language: Language;
  at: Date;
}

/** A module that was checked and whose file is stored, or the one that is there. */
export type PreparedModule =
  | { readonly existing: number }
  | { readonly origin: DocumentRow; readonly material: DocumentMaterial };

function identityFields({ identity }: FeaRequest): VariableFields {
  return {
    ID_TYPE: identity?.type ?? null,
    ID_NUMBER: identity?.number ?? null,
    ID_ISSUER: identity?.issuer ?? null,
    ID_ISSUED: identity?.issueDate ?? null,
    ID_EXPIRY: identity?.expiryDate ?? null,
  };
}

/** First what the customer's file lacks: who has no identity document at hand yet is not asked for it in vain. */
function refuseMissing(missing: readonly FieldIssue[], lacksIdentity: boolean): void {
  const ofDossier = missing.filter(({ objectName }) => objectName === 'dossier');
  const ofIdentity = missing.filter(({ objectName }) => objectName !== 'dossier');
  if (ofDossier.length > 0) {
    throw new Refusal('fea.dataMissing', { fieldErrors: lacksIdentity ? ofDossier : missing });
  }
  if (ofIdentity.length > 0) throw new Refusal('fea.identityMissing', { fieldErrors: ofIdentity });
}

/**
 * Draws and stores the module of a document, unless it has one; nothing is written to the database.
 * @throws Refusal document.notFound, 403, folder.closed, fea.notRequired, fea.dataMissing and fea.identityMissing with fields
 */
export async function prepareFeaModule(world: World, command: Command): Promise<PreparedModule> {
  const { actor, body, language, at } = command;
  const { read } = world.database;
  const origin = await findVisible(read, actor, body.id, 'document.create');
  if (!(await wantsFeaModule(read, origin, at))) throw new Refusal('fea.notRequired');
  const { moduleId } = (await feaStates(read, [origin], at))(origin);
  if (moduleId !== null) return { existing: moduleId };
  const within = await findFolderWithCustomer(read, origin.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  const { type: folderType } = within.folder;
  const configured = findConfiguredType(await currentConfiguration(read), folderType, FEA_MODULE);
  if (configured === undefined) throw new Error(`The folder type ${folderType} has no ${FEA_MODULE}`);
  const type = asGenerated(configured);
  const around = caseOf(within);
  const values = identityFields(body);
  const request = { type, around, values, number: null, date: romeDay(at), language };
  const { missing } = await composeFor(world, read, request);
  refuseMissing(missing, !body.identity);
  checkFolder(actor, within.folder);
  const { sigType, archivable } = typeDefaults(type);
  const material = await prepareGenerated(world, type, {
    values: { type: FEA_MODULE, sigType: sigType ?? 'OTP', archivable, signable: true, variableFields: values },
    folderType,
    around: async () => around,
    language,
    at,
  });
  return { origin, material };
}

/**
 * Writes the module's row and names it in its origin; whoever comes second gets the first one's.
 * @returns its id, and whether it was made by this call.
 */
export async function insertFeaModule(
  tx: Tx,
  command: { actor: Actor; caller: EvidenceActor; prepared: PreparedModule; at: Date },
): Promise<{ id: number; made: boolean }> {
  const { actor, caller, prepared, at } = command;
  if ('existing' in prepared) return { id: prepared.existing, made: false };
  const { origin, material } = prepared;
  // The folder first, as everywhere: it is held until the module is counted in it.
  if (!(await countDocument(tx, origin.folder_id, 0))) throw new Refusal('folder.closed');
  const held = await lockDocument(tx, origin.id);
  if (held === undefined) throw new Refusal('document.notFound');
  const { moduleId } = (await feaStates(tx, [held], at))(held);
  if (moduleId !== null) return { id: moduleId, made: false };
  const within: FolderWithCustomer | undefined = await findFolderWithCustomer(tx, origin.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  const module = await insertPrepared(tx, { actor, caller, within, material, at });
  await linkFeaModule(tx, origin.id, module.id);
  return { id: module.id, made: true };
}
