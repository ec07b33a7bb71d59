/** Routes of a dealer's tablets and their queue ("Invia al tablet"). */
import * as contract from '#contract/signing/tablets.ts';
import { may } from '#domain/access.ts';
import { romeDay } from '#domain/rome-time.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { type ChosenSigners, STAFF_ROLES, type StaffRole } from '#domain/signing/staff-signers.ts';
import { type Serving, serveDevice, serveStaff } from '../http/route.ts';
import { refuseUnplaced } from '../signing/index.ts';
import { queueDocument, withdrawDocument } from './commands.ts';
import { openForCustomer } from './device-queue.ts';
import { listOnTablet, listQueued, listTablets, type QueuedRow, type TabletRow } from './queries.ts';

const presentTablet = (row: TabletRow): contract.Tablet => ({
  id: row.id,
  hst: row.hst,
  deviceLabel: row.device_label,
  deviceName: row.device_name,
  expiresAt: row.expires_at,
});

const presentQueued = (row: QueuedRow): contract.QueuedDocument => ({
  documentId: row.document_id,
  documentType: row.document_type,
  status: row.status,
  customerName: row.customer_name,
  brand: row.brand,
  folderType: row.folder_type,
  tablet: presentTablet({ ...row, id: row.activation_id }),
  queuedBy: row.queued_by,
  queuedDate: row.queued_date.toISOString(),
  takenDate: row.taken_date?.toISOString() ?? null,
});

/** Without roles left empty in the body. */
const chosenSigners = (signers: Partial<Record<StaffRole, number | null | undefined>>): ChosenSigners =>
  Object.fromEntries(STAFF_ROLES.flatMap((role) => (signers[role] == null ? [] : [[role, signers[role]]])));

export function tabletRoutes(serving: Serving): void {
  const { database, clock } = serving.world;
  const { read } = database;
  const today = () => romeDay(clock.now());

  serveStaff(serving, contract.listTablets, async ({ actor, query }) => {
    // Another company's dealer and an unknown one give the same answer.
    if (!may(actor, 'document.sign', { hst: query.hst }).ok) return [];
    return (await listTablets(read, query.hst, today())).map(presentTablet);
  });

  serveStaff(serving, contract.listTabletQueue, async ({ actor, query }) => {
    const isVisible = (row: QueuedRow): boolean =>
      may(actor, 'document.read', {
        hst: row.hst,
        brand: row.brand,
        folderType: row.folder_type,
        createdBy: row.created_by,
      }).ok;
    return (await listQueued(read, query.hst, today())).filter(isVisible).map(presentQueued);
  });

  serveStaff(serving, contract.sendToTablet, async ({ actor, params, body }) => {
    await refuseUnplaced(serving.world, actor, params.id);
    return presentQueued(
      await database.transaction((tx) =>
        queueDocument(tx, {
          ...{ actor, documentId: params.id, tabletId: body.tabletId, at: clock.now() },
          signers: body.signers ? chosenSigners(body.signers) : null,
        }),
      ),
    );
  });

  serveStaff(serving, contract.takeFromTablet, async ({ actor, params }) =>
    database.transaction((tx) => withdrawDocument(tx, { actor, documentId: params.id, at: clock.now() })),
  );

  serveDevice(serving, contract.listDeviceQueue, 'active', async ({ device, language }) => ({
    documents: (await listOnTablet(read, device.activationId, today())).map((row) => ({
      documentId: row.document_id,
      label: paperName(row.document_type, language),
      queuedDate: row.queued_date.toISOString(),
      takenDate: row.taken_date?.toISOString() ?? null,
    })),
  }));

  serveDevice(serving, contract.openOnDevice, 'active', async ({ device, params }) =>
    openForCustomer(serving.world, device, params.id),
  );
}
