/** Routes of the places of signatures in an uploaded file. */
import { getSignaturePlaces, resetSignaturePlaces, updateSignaturePlaces } from '#contract/signing/signature-places.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { choosePlaces, presentPlaces, resetPlaces } from './places.ts';

export function signaturePlaceRoutes(serving: Serving): void {
  const { world } = serving;

  serveStaff(serving, getSignaturePlaces, ({ params, actor, language }) =>
    presentPlaces(world, { actor, id: params.id, language }),
  );

  serveStaff(serving, updateSignaturePlaces, async ({ params, actor, body, request, language }) => {
    await choosePlaces(world, { actor, caller: staffActor(actor, request), id: params.id, input: body });
    return presentPlaces(world, { actor, id: params.id, language });
  });

  serveStaff(serving, resetSignaturePlaces, ({ params, actor, request }) =>
    resetPlaces(world, { actor, caller: staffActor(actor, request), id: params.id }),
  );
}
