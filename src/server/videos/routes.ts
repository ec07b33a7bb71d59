/** Routes of tutorial videos. */
import * as contract from '#contract/videos.ts';
import { Refusal } from '#domain/errors.ts';
import { listing } from '../database/listing.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { createVideo, deleteVideo, updateVideo } from './commands.ts';
import { presentVideo } from './present.ts';
import { findVideo, listVideos, VIDEO_SORT_COLUMNS, videoConditions } from './queries.ts';

export function videoRoutes(serving: Serving): void {
  const { database, clock } = serving.world;

  serveStaff(serving, contract.listVideos, async ({ query, reply }) => {
    const { rows, total } = await listVideos(
      database.read,
      listing(query, {
        conditions: videoConditions(query.criteria),
        sorts: contract.VIDEO_SORTS,
        columns: VIDEO_SORT_COLUMNS,
        objectName: 'video',
      }),
    );
    void reply.header('x-total-count', String(total));
    return rows.map(presentVideo);
  });

  serveStaff(serving, contract.getVideo, async ({ params }) => {
    const row = await findVideo(database.read, params.id);
    if (row === undefined) throw new Refusal('video.notFound');
    return presentVideo(row);
  });

  serveStaff(serving, contract.createVideo, async ({ actor, body, once }) =>
    once(async (tx) => presentVideo(await createVideo(tx, { actor, input: body, at: clock.now() }))),
  );

  serveStaff(serving, contract.updateVideo, async ({ actor, body }) => {
    const { id, lastModifiedDate, ...input } = body;
    const row = await database.transaction((tx) =>
      updateVideo(tx, { actor, id, read: lastModifiedDate, input, at: clock.now() }),
    );
    return presentVideo(row);
  });

  serveStaff(serving, contract.deleteVideo, async ({ params }) => {
    await database.transaction((tx) => deleteVideo(tx, params.id));
  });
}
