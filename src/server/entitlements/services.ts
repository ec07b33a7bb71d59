/** Commands on services: administrators add, change and remove them. */
import type { z } from 'zod';
import type { updateService } from '#contract/services.ts';
import type { Actor } from '#domain/access.ts';
import { listedSignatureTypes, type ServiceValues } from '#domain/entitlements/service-types.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import { listLegalEntities } from '../dealers/index.ts';
import { changedFixedFields, createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import { insertServices, lockService, type ServiceRow, updateService as writeService } from './queries.ts';

type ServiceEdit = z.output<NonNullable<typeof updateService.body>>;

const issue = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'service', field, code });
const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('service.invalid', { fieldErrors });

const columnsOf = (values: ServiceValues) => ({
  service_type: values.serviceType,
  expires_at: values.expiresAt,
  total_space: values.totalSpace,
  total_otp: values.totalOtp,
  signature_types: listedSignatureTypes(values.signatureType),
  folder_types: values.folderTypeSet ?? [],
  notes: values.notes,
});

/** @throws Refusal service.invalid for an unknown legal entity. */
export async function addService(
  tx: Tx,
  command: { actor: Actor; input: ServiceValues & { legalEntity: string }; at: Date },
): Promise<ServiceRow> {
  const { actor, input, at } = command;
  if ((await listLegalEntities(tx, [input.legalEntity])).length === 0) {
    throw invalid(issue('legalEntity', 'unknownLegalEntity'));
  }
  const [row] = await insertServices(tx, [
    {
      ...columnsOf(input),
      legal_entity: input.legalEntity,
      ...createdColumns(actor, at),
    },
  ]);
  if (row === undefined) throw new Error('A service was written without a row');
  return row;
}

/** @throws Refusal service.notFound, service.invalid when type or legal entity differ, conflict.stale. */
export async function editService(
  tx: Tx,
  command: { actor: Actor; input: ServiceEdit; at: Date },
): Promise<ServiceRow> {
  const { actor, input, at } = command;
  const stored = await lockService(tx, input.id);
  if (stored === undefined) throw new Refusal('service.notFound');
  const fixed = { serviceType: stored.service_type, legalEntity: stored.legal_entity };
  const readOnlyIssues = changedFixedFields('service', input, fixed);
  if (readOnlyIssues.length > 0) throw invalid(...readOnlyIssues);
  refuseStale(input.lastModifiedDate, stored.last_modified_date);
  return writeService(tx, stored.id, {
    ...columnsOf(input),
    ...editedColumns(actor, stored, at),
  });
}

/** Hides the service: that the legal entity once had one of its kind still counts. @throws Refusal service.notFound. */
export async function removeService(tx: Tx, command: { actor: Actor; id: number; at: Date }): Promise<void> {
  const { actor, id, at } = command;
  const stored = await lockService(tx, id);
  if (stored === undefined) throw new Refusal('service.notFound');
  await writeService(tx, id, {
    deleted_date: at,
    ...editedColumns(actor, stored, at),
  });
}
