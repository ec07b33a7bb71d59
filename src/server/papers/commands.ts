/** Administrators' commands on versions of texts and company data: write, submit, publish another's version, send back. */
import { createHash } from 'node:crypto';
import type { NewVersion, VersionEdit } from '#contract/paper-versions.ts';
import type { Actor } from '#domain/access.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { clausesIssues } from '#domain/papers/versions/clauses-of-type.ts';
import { unusedFactIssues } from '#domain/papers/versions/version-schemas.ts';
import { type VersionAct, versionRefusal } from '#domain/papers/versions/versions.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { VersionContent } from '#ports/database/json-columns.ts';
import { listLegalEntities } from '../dealers/index.ts';
import { record } from '../evidence/index.ts';
import { changedFixedFields, createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import {
  changeVersion,
  findVersion,
  hasOpenVersion,
  insertVersion,
  isLabelTaken,
  lockScope,
  removeVersion,
  type Scope,
  supersede,
  type VersionRow,
} from './queries.ts';

interface Command {
  actor: Actor;
  at: Date;
}
type VersionCommand = Command & { id: number };
type RecordedCommand = VersionCommand & { caller: EvidenceActor };
/** Accounts belong to identity: the composition root provides this check. */
export type IsOwnAccount = (db: Db, actor: Actor, writers: readonly string[], at: Date) => Promise<boolean>;
type PublishCommand = RecordedCommand & { digest: string; isOwnAccount: IsOwnAccount };

const invalid = (fieldErrors: readonly FieldIssue[]) => new Refusal('paperVersion.invalid', { fieldErrors });
const issue = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'paperVersion', field, code });

function scopeOf(input: NewVersion): Scope {
  const { kind, legalEntity: legal_entity } = input;
  if (input.kind === 'COMPANY') return { kind, document_type: null, language: null, legal_entity };
  return { kind, document_type: input.type, language: input.language, legal_entity };
}

const contentOf = (input: NewVersion | VersionEdit): VersionContent =>
  input.kind === 'CLAUSES' ? { clauses: input.clauses } : { company: input.company };

/** @throws Refusal paperVersion.invalid for clauses that the type does not have, a label in use, and company data that no paper prints. */
async function refuseInvalid(
  tx: Tx,
  scope: Scope,
  input: NewVersion | VersionEdit,
  exceptId: number | null,
): Promise<void> {
  const { document_type: type, language, legal_entity: legalEntity } = scope;
  if (input.kind === 'COMPANY') {
    const factIssues = unusedFactIssues(input.company, legalEntity);
    if (factIssues.length > 0) throw invalid(factIssues);
    return;
  }
  const issues = clausesIssues({ type: type ?? '', language: language ?? 'it' }, input);
  const isTaken = issues.length === 0 && (await isLabelTaken(tx, scope, input.version, exceptId));
  if (isTaken) issues.push(issue('version', 'alreadyUsed'));
  if (issues.length > 0) throw invalid(issues);
}

/** @throws Refusal paperVersion.invalid, paperVersion.openExists */
export async function createVersion(tx: Tx, command: Command & { input: NewVersion }): Promise<VersionRow> {
  const { actor, input, at } = command;
  const scope = scopeOf(input);
  const entity = scope.legal_entity;
  if (entity !== null && (await listLegalEntities(tx, [entity])).length === 0) {
    throw invalid([issue('legalEntity', 'unknownLegalEntity')]);
  }
  await lockScope(tx, scope);
  await refuseInvalid(tx, scope, input, null);
  if (await hasOpenVersion(tx, scope)) throw new Refusal('paperVersion.openExists');
  return insertVersion(tx, {
    ...scope,
    version: input.kind === 'CLAUSES' ? input.version : null,
    state: 'DRAFT',
    content: JSON.stringify(contentOf(input)),
    note: input.note,
    authors: [actor.login],
    ...createdColumns(actor, at),
  });
}

/** Locks the version's scope and loads the version. @throws Refusal paperVersion.notFound */
async function lockVersion(tx: Tx, id: number): Promise<VersionRow> {
  const version = await findVersion(tx, id);
  if (version === undefined) throw new Refusal('paperVersion.notFound');
  await lockScope(tx, version);
  const row = await findVersion(tx, id);
  if (row === undefined) throw new Refusal('paperVersion.notFound');
  return row;
}

function refuseAct(act: VersionAct, row: VersionRow, actor: Actor): void {
  const { state, authors, submitted_by: submittedBy } = row;
  const refusal = versionRefusal(act, { state, authors, submittedBy }, actor.login);
  if (refusal !== null) throw new Refusal(refusal);
}

const columnsOfEdit = ({ actor, at }: Command, row: VersionRow) => editedColumns(actor, row, at);

/** An author of the version cannot publish it. @throws Refusal paperVersion.notFound, notDraft, invalid, conflict.stale */
export async function editVersion(tx: Tx, command: Command & { input: VersionEdit }): Promise<VersionRow> {
  const { actor, input } = command;
  const row = await lockVersion(tx, input.id);
  const { kind, document_type: type, language, legal_entity: legalEntity } = row;
  if (input.kind !== kind) throw invalid([issue('kind', 'readOnly')]);
  const fixed: Record<string, string | null> = kind === 'COMPANY' ? { legalEntity } : { type, language, legalEntity };
  const readOnlyFields = changedFixedFields('paperVersion', input, fixed);
  if (readOnlyFields.length > 0) throw invalid(readOnlyFields);
  refuseAct('edit', row, actor);
  refuseStale(input.lastModifiedDate, row.last_modified_date);
  await refuseInvalid(tx, row, input, row.id);
  return changeVersion(tx, row.id, {
    ...(input.kind === 'CLAUSES' ? { version: input.version } : {}),
    content: JSON.stringify(contentOf(input)),
    note: input.note,
    authors: [...new Set([...row.authors, actor.login])],
    ...columnsOfEdit(command, row),
  });
}

/** @throws Refusal paperVersion.notFound, paperVersion.notDraft */
export async function removeDraft(tx: Tx, { actor, id }: VersionCommand): Promise<void> {
  const row = await lockVersion(tx, id);
  refuseAct('remove', row, actor);
  await removeVersion(tx, row.id);
}

/** Hash of the content that two administrators agree on. */
function digestOf({ kind, document_type, language, legal_entity, version, content }: VersionRow): string {
  const canonical = { kind, document_type, language, legal_entity, version, content };
  return createHash('sha256')
    .update(canonicalJson(canonical as unknown as CanonicalValue))
    .digest('hex');
}

const subjectOf = (row: VersionRow): string => `paperVersion:${row.id}`;

const told = (row: VersionRow, digest: string) => ({
  versionId: row.id,
  kind: row.kind,
  type: row.document_type,
  language: row.language,
  legalEntity: row.legal_entity,
  version: row.version,
  digest,
  authors: row.authors,
});

/** @throws Refusal paperVersion.notFound, notDraft; invalid when the type requires other clauses by now */
export async function submitVersion(tx: Tx, command: RecordedCommand): Promise<VersionRow> {
  const { actor, caller, id, at } = command;
  const row = await lockVersion(tx, id);
  refuseAct('submit', row, actor);
  if ('clauses' in row.content) {
    const issues = clausesIssues(
      { type: row.document_type ?? '', language: row.language ?? 'it' },
      { version: row.version ?? '', clauses: row.content.clauses },
    );
    if (issues.length > 0) throw invalid(issues);
  }
  const digest = digestOf(row);
  await record(tx, subjectOf(row), { type: 'paperVersion.submitted', actor: caller, detail: told(row, digest) }, at);
  return changeVersion(tx, row.id, {
    state: 'SUBMITTED',
    digest,
    submitted_by: actor.login,
    submitted_date: at,
    ...columnsOfEdit(command, row),
  });
}

/**
 * @param command.digest digest of the version that the caller has read.
 * @param command.isOwnAccount whether one of these logins has recently created or changed the caller's account.
 * @throws Refusal paperVersion.notFound, notSubmitted, ownWork, ownAccount; conflict.stale when another text was
 * submitted meanwhile
 */
export async function publishVersion(tx: Tx, command: PublishCommand): Promise<VersionRow> {
  const { actor, caller, id, digest, at } = command;
  const row = await lockVersion(tx, id);
  refuseAct('publish', row, actor);
  const writers = [...row.authors, ...(row.submitted_by === null ? [] : [row.submitted_by])];
  if (await command.isOwnAccount(tx, actor, writers, at)) throw new Refusal('paperVersion.ownAccount');
  if (digest !== row.digest || digest !== digestOf(row)) throw new Refusal('conflict.stale');
  const replaced = await supersede(tx, row, at);
  const detail = { ...told(row, digest), replaced };
  await record(tx, subjectOf(row), { type: 'paperVersion.published', actor: caller, detail }, at);
  return changeVersion(tx, row.id, {
    state: 'PUBLISHED',
    published_by: actor.login,
    published_date: at,
    ...columnsOfEdit(command, row),
  });
}

/** @throws Refusal paperVersion.notFound, notSubmitted; reasonMissing unless the caller withdraws their own version */
export async function returnVersion(tx: Tx, command: RecordedCommand & { reason: string | null }): Promise<VersionRow> {
  const { actor, caller, id, reason, at } = command;
  const row = await lockVersion(tx, id);
  refuseAct(reason === null ? 'takeBack' : 'reject', row, actor);
  const detail = { versionId: row.id, reason };
  await record(tx, subjectOf(row), { type: 'paperVersion.returned', actor: caller, detail }, at);
  return changeVersion(tx, row.id, {
    state: 'DRAFT',
    digest: null,
    submitted_by: null,
    submitted_date: null,
    returned_by: actor.login,
    returned_date: at,
    return_reason: reason,
    ...columnsOfEdit(command, row),
  });
}
