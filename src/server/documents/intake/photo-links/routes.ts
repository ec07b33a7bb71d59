/** Routes for photos from a phone: of the form at the desk, and of the phone that scanned its code. */
import { bodyLimitOf } from '#contract/definition/endpoint.ts';
import * as contract from '#contract/photos/photo-links.ts';
import { Refusal } from '#domain/errors.ts';
import { networkOf } from '../../../http/request/caller.ts';
import { type Serving, serveOpen, serveStaff } from '../../../http/route.ts';
import { limitUploads } from '../uploads.ts';
import { endOwnLink, openLink, readOwnLink, readRemaining, requireLink, takeLinkPhoto } from './links.ts';

/** Codes per user: one for each form, and another when it expires. */
const CODE_LIMIT = { limit: 60, windowSeconds: 15 * 60 };

/** Unknown tokens that one network may try: negligible against 192 bits. */
const UNKNOWN_TOKEN_LIMIT = { limit: 60, windowSeconds: 15 * 60 };

/** Photos per code, damaged ones included. */
const PHOTO_LIMIT = { limit: 30, windowSeconds: 15 * 60 };

const UPLOADS_AT_ONCE = 8;
const UPLOADS_PER_CODE = 2;

export function photoLinkRoutes(serving: Serving): void {
  const { world } = serving;

  serveStaff(serving, contract.openPhotoLink, async ({ actor, body }) => {
    await serving.countCall(`photo-code:${actor.id}`, CODE_LIMIT);
    return openLink(world, actor.id, body.most);
  });
  serveStaff(serving, contract.getPhotoLink, ({ actor, params }) => readOwnLink(world, actor.id, params.id));
  serveStaff(serving, contract.endPhotoLink, ({ actor, params }) => endOwnLink(world, actor.id, params.id));

  /** Valid codes are not counted: the phones of a whole showroom share one address. */
  const countUnknownTokens = async <T>(ip: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'photoLink.unknown')
        await serving.countCall(`photo-token:${networkOf(ip)}`, UNKNOWN_TOKEN_LIMIT);
      throw error;
    }
  };

  limitUploads(serving.app, {
    atOnce: UPLOADS_AT_ONCE,
    perCaller: UPLOADS_PER_CODE,
    // More than any other public call accepts: read for a valid code only.
    from: bodyLimitOf({ access: 'signer' }),
    paths: [contract.sendLinkPhoto.path.replace('{token}', ':token')],
    admit: async (request) => {
      const { token } = request.params as { token: string };
      return (await countUnknownTokens(request.ip, () => requireLink(world, token))).id;
    },
  });

  serveOpen(serving, contract.readPhotoLink, ({ params, request }) =>
    countUnknownTokens(request.ip, () => readRemaining(world, params.token)),
  );
  serveOpen(serving, contract.sendLinkPhoto, ({ params, body, request }) =>
    countUnknownTokens(request.ip, () =>
      takeLinkPhoto(world, {
        ...{ token: params.token, photo: body },
        count: (link) => serving.countCall(`photo-link:${link.id}`, PHOTO_LIMIT),
      }),
    ),
  );
}
