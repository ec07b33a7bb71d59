/** Routes for papers that the product generates: preview, places of signature, photos, FEA module. */
import * as contract from '#contract/papers.ts';
import { previewPlaces as previewPlacesCall } from '#contract/signing/signature-places.ts';
import { staffActor } from '../../http/request/caller.ts';
import { sendAttachment } from '../../http/response/attachment.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { takePhoto } from '../intake/files.ts';
import { insertPhoto } from '../intake/photos.queries.ts';
import { presentDocument, type ViewerOf } from '../present.ts';
import { insertFeaModule, prepareFeaModule } from './fea-module.ts';
import { previewDocument } from './preview.ts';
import { type PlacesToCome, previewPlaces } from './preview-places.ts';

/** Per user: a form that is being filled requests at most one a second. */
const PREVIEW_LIMIT = { limit: 60, windowSeconds: 60 };

/** Per user: one for each file chosen. */
const PLACES_LIMIT = { limit: 30, windowSeconds: 60 };

/** Per user: ten full papers in a minute. */
const PHOTO_LIMIT = { limit: 60, windowSeconds: 60 };

export function generatedPaperRoutes(serving: Serving, viewerOf: ViewerOf, placesToCome: PlacesToCome): void {
  const { world } = serving;
  const { clock } = world;

  serveStaff(serving, contract.previewDocument, async ({ actor, body, language, reply }) => {
    const count = () => serving.countCall(`preview:${actor.id}`, PREVIEW_LIMIT);
    const { bytes, fileName } = await previewDocument(world, { actor, body, language, count });
    await sendAttachment(reply, { bytes, mimeType: 'application/pdf', fileName });
  });

  serveStaff(serving, previewPlacesCall, async ({ actor, body, language }) => {
    const count = () => serving.countCall(`places:${actor.id}`, PLACES_LIMIT);
    return previewPlaces(world, { actor, body, language, count }, placesToCome);
  });

  serveStaff(serving, contract.uploadPhoto, async ({ actor, body, once }) => {
    const count = () => serving.countCall(`photo:${actor.id}`, PHOTO_LIMIT);
    const { sha256: photo, size: fileSize, width, height } = await takePhoto(world, body, { owner: actor.id, count });
    return once(async (tx) => {
      await insertPhoto(tx, photo, { uploadedBy: actor.id, at: clock.now() });
      return { photo, fileSize, width, height };
    });
  });

  serveStaff(serving, contract.createFeaModule, async (call) => {
    const { actor, body, request, language } = call;
    const prepared = await prepareFeaModule(world, { actor, body, language, at: clock.now() });
    return call.once(async (tx) => {
      const caller = staffActor(actor, request);
      const { id, made } = await insertFeaModule(tx, { actor, caller, prepared, at: clock.now() });
      if (!made) call.found();
      return presentDocument(tx, id, viewerOf(call));
    });
  });
}
