/** Routes of what a signature leaves: trail, signed files, bundle, validation, proofs. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { proveEvents } from '#contract/signing/evidence.ts';
import {
  downloadAudit,
  downloadBundle,
  downloadInterimAudit,
  downloadPartlySigned,
  downloadSigned,
  readEvents,
  readValidation,
} from '#contract/signing/signed-files.ts';
import type { Actor } from '#domain/access.ts';
import { findVisible } from '../../documents/index.ts';
import {
  documentSubject,
  type FileAccess,
  listTrail,
  proveWholeTrail,
  record,
  recordAccess,
} from '../../evidence/index.ts';
import { staffActor } from '../../http/request/caller.ts';
import {
  contentDisposition,
  type StoredAttachment,
  sendAttachment,
  sendStored,
} from '../../http/response/attachment.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { listVisibleUsers } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { interimTrail } from '../complete/interim-trail.ts';
import { findPartlySignedFile } from '../complete/partly-signed.ts';
import { collectLogins, presentTrail, presentValidation } from '../present.ts';
import { gatherBundle, writeBundle } from './bundle.ts';
import { findSignedFile, validateDocument } from './validate.ts';

const DOWNLOADS = [
  [downloadSigned, 'signed'],
  [downloadAudit, 'audit'],
] as const;

/** Sends a stored file and records the access. */
async function sendSigned(
  world: World,
  { actor, request, reply }: { actor: Actor; request: FastifyRequest; reply: FastifyReply },
  file: StoredAttachment & { documentId: number },
  { what, preview }: Pick<FileAccess, 'preview'> & { what: 'signed' | 'partial' | 'audit' },
): Promise<void> {
  const { documentId, sha256 } = file;
  const access = { actor: staffActor(actor, request), what, sha256, preview };
  await sendStored({ request, reply }, world.storage, file, ({ partial }) =>
    world.database.transaction((tx) =>
      recordAccess(tx, documentSubject(documentId), { ...access, partial }, world.clock.now()),
    ),
  );
}

function downloadRoutes(serving: Serving): void {
  const { world } = serving;

  for (const [endpoint, what] of DOWNLOADS) {
    serveStaff(serving, endpoint, async (call) => {
      const { params, query, actor } = call;
      await sendSigned(world, call, await findSignedFile(world, actor, params.id, what), {
        what,
        preview: query.preview,
      });
    });
  }

  serveStaff(serving, downloadPartlySigned, async (call) => {
    const { params, query, actor } = call;
    const file = await findPartlySignedFile(world, actor, params.id);
    await sendSigned(world, call, file, { what: 'partial', preview: query.preview });
  });

  serveStaff(serving, downloadInterimAudit, async (call) => {
    const { params, actor, request, reply } = call;
    const document = await findVisible(world.database.read, actor, params.id);
    if (document.signed_document_id !== null) {
      const file = await findSignedFile(world, actor, document.signed_document_id, 'audit');
      return sendSigned(world, call, file, { what: 'audit', preview: false });
    }
    const trail = await interimTrail(world, document);
    const sha256 = createHash('sha256').update(trail.bytes).digest('hex');
    const detail = { what: 'interim', sha256 } as const;
    await world.database.transaction((tx) =>
      record(
        tx,
        documentSubject(document.id),
        { type: 'downloaded', actor: staffActor(actor, request), detail },
        world.clock.now(),
      ),
    );
    return sendAttachment(reply, trail);
  });

  serveStaff(serving, downloadBundle, async ({ params, actor, request, reply }) => {
    const bundle = await gatherBundle(world, actor, params.id);
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(bundle.fileName))
      .header('cache-control', 'no-store')
      .send(Readable.from(writeBundle(world, bundle, staffActor(actor, request)), { objectMode: false }));
  });
}

export function signedFileRoutes(serving: Serving): void {
  const { world } = serving;
  const { read } = world.database;

  serveStaff(serving, readEvents, async ({ params, actor, language }) => {
    await findVisible(read, actor, params.id);
    const events = await listTrail(read, documentSubject(params.id));
    const users = await listVisibleUsers(read, actor, collectLogins(events));
    return presentTrail(events, language, new Map(users.map(({ login, fullname }) => [login, fullname])));
  });

  serveStaff(serving, readValidation, async ({ params, actor }) =>
    presentValidation(await validateDocument(world, actor, params.id)),
  );

  serveStaff(serving, proveEvents, async ({ params, actor }) => {
    const document = await findVisible(read, actor, params.id);
    const { head, events } = await proveWholeTrail(world, documentSubject(document.id));
    const { size, statement, signature, stamp } = head;
    return {
      head: { size, statement, signature, stamp },
      events: events.map(({ seq, hash, position, path }) => ({ seq, hash, position, path: [...path] })),
    };
  });

  downloadRoutes(serving);
}
