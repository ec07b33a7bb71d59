/** Routes of the caller's own notifications. */
import * as contract from '#contract/accounts/notifications.ts';
import { type Actor, may } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { type DocumentRow, findDocumentsById } from '../documents/index.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { countUnread, listNotifications, markRead, type NotificationRow, setMails, wantsMails } from './queries.ts';

const maySee = (actor: Actor, { hst, brand, folder_type: folderType, created_by: createdBy }: DocumentRow): boolean =>
  may(actor, 'document.read', { hst, brand, folderType, createdBy }).ok;

/** Names are read from the current documents, for users who may read them now. */
async function present(db: Db, actor: Actor, rows: readonly NotificationRow[]): Promise<contract.NotificationAnswer[]> {
  const ids = [...new Set(rows.map(({ document_id }) => document_id))];
  const documents = await findDocumentsById(db, ids);
  return rows.map((row) => {
    const document = documents.get(row.document_id);
    const isVisible = document !== undefined && document.deleted_date === null && maySee(actor, document);
    return {
      id: row.id,
      kind: row.kind,
      createdDate: row.created_date.toISOString(),
      read: row.read_date !== null,
      documents: row.documents,
      document: isVisible ? { id: document.id, type: document.type, customer: document.customer_name } : null,
    };
  });
}

export function notificationRoutes(serving: Serving): void {
  const { database, clock } = serving.world;

  serveStaff(serving, contract.listNotifications, async ({ actor, query, reply }) => {
    const { rows, total } = await listNotifications(database.read, actor.id, query);
    void reply.header('x-total-count', String(total));
    return present(database.read, actor, rows);
  });

  serveStaff(serving, contract.countUnread, async ({ actor }) => ({
    count: await countUnread(database.read, actor.id),
  }));

  serveStaff(serving, contract.markRead, async ({ actor, body }) =>
    database.transaction(async (tx) => {
      await markRead(tx, actor.id, { documentId: body.documentId ?? null }, clock.now());
      return { count: await countUnread(tx, actor.id) };
    }),
  );

  serveStaff(serving, contract.getMailSetting, async ({ actor }) => ({
    mails: await wantsMails(database.read, actor.id),
  }));

  serveStaff(serving, contract.updateMailSetting, async ({ actor, body: { mails } }) => {
    await database.transaction((tx) => setMails(tx, actor.id, mails));
    return { mails };
  });
}
