/** Routes of lists: search, counts, the Excel file of all documents, documents that wait for signatures. */
import { Readable } from 'node:stream';
import * as contract from '#contract/documents.ts';
import * as all from '#contract/lists/all-documents.ts';
import * as waiting from '#contract/signing/waiting.ts';
import { contentDisposition } from '../../http/response/attachment.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { presentDocuments, type ViewerOf } from '../present.ts';
import { countViews } from './all-documents/count.ts';
import { documentsFileName, documentsWorkbook, exportedIds } from './all-documents/workbook.ts';
import { countDocuments, searchDocuments } from './search.ts';
import { countWaiting, presentWaiting, searchWaiting, type WaitingSignatures } from './waiting-documents.ts';

export function documentListRoutes(serving: Serving, viewerOf: ViewerOf, waitingSignatures: WaitingSignatures): void {
  const { database, clock } = serving.world;

  serveStaff(serving, contract.searchDocuments, async (call) => {
    const { actor, query, body, reply } = call;
    const { ids, total, folderId } = await searchDocuments(database.read, { actor, page: query, criteria: body });
    void reply.header('x-total-count', String(total));
    return presentDocuments(database.read, ids, viewerOf(call), { summaries: true, folderId });
  });

  serveStaff(serving, contract.countDocuments, ({ actor, query }) =>
    countDocuments(database.read, { actor, criteria: query }),
  );

  serveStaff(serving, all.countDocumentViews, ({ actor, body }) => countViews(database.read, actor, body));

  serveStaff(serving, all.exportDocuments, async (call) => {
    const { actor, query, body, request, reply } = call;
    const search = { actor, criteria: body, sort: query.sort };
    const ids = await exportedIds(database.read, search);
    request.log.info({ security: 'documents.exported', by: actor.id, documents: ids.length }, 'documents exported');
    return reply
      .type(all.exportDocuments.binary?.[0] ?? 'application/octet-stream')
      .header('content-disposition', contentDisposition(documentsFileName(clock.now())))
      .send(Readable.from(documentsWorkbook(database.read, ids, viewerOf(call)), { objectMode: false }));
  });

  serveStaff(serving, waiting.searchWaiting, async (call) => {
    const { actor, query, body, reply } = call;
    const search = { actor, page: query, criteria: body };
    const { ids, total } = await searchWaiting(database.read, waitingSignatures, search);
    void reply.header('x-total-count', String(total));
    return presentWaiting(database.read, waitingSignatures, ids, viewerOf(call));
  });

  serveStaff(serving, waiting.countWaiting, ({ actor, query: { legalEntity } }) =>
    countWaiting(database.read, waitingSignatures, { actor, legalEntity }),
  );
}
