/** Routes of a signature by hand: behind the link, on a tablet that proves itself at every call. */
import { readHandTerms, signByHand as signByHandCall } from '#contract/signing/handwriting.ts';
import { type Serving, serveDevice } from '../../http/route.ts';
import { resolveLink } from '../ceremony/ceremony.ts';
import { cookieOf, enterWithCookie } from '../ceremony/signer-browser.ts';
import { loadLinkView } from '../ceremony/signer-routes.ts';
import { loadHandTerms, signByHand } from './handwriting.ts';

export function handRoutes(serving: Serving): void {
  const { world } = serving;

  serveDevice(serving, readHandTerms, 'active', async ({ params, request, device, language }) =>
    loadHandTerms(world, await resolveLink(world, params.token, cookieOf(request)), device, language),
  );

  serveDevice(serving, signByHandCall, 'active', async ({ device, ...call }) => {
    const { link, client, cookie } = await enterWithCookie(world, call);
    await signByHand(world, link, call.body, { device, client });
    return loadLinkView(world, await resolveLink(world, call.params.token, cookie), call.language);
  });
}
