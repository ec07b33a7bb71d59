/** Public route and page: was a file with this fingerprint issued here? */
import type { FastifyRequest } from 'fastify';
import { findIssued } from '#contract/signing/issued-files.ts';
import type { Language } from '#domain/errors.ts';
import { servePageFiles } from '../../http/pages/html.ts';
import { countOpenCall } from '../../http/request/admission.ts';
import { networkOf } from '../../http/request/caller.ts';
import { languageOf } from '../../http/request/language.ts';
import { parsePath, type Serving, serveOpen } from '../../http/route.ts';
import { checkIssued } from './issued-files.ts';
import { ISSUED_FOLDER, renderRefusalPage, sendIssuedPage } from './issued-page.ts';

/** Per network, route and page together: many more than people need, too few to test a list of fingerprints. */
const QUERY_LIMIT = { limit: 60, windowSeconds: 60 };

export function issuedRoutes(serving: Serving): void {
  const { app, world } = serving;
  const demo = world.settings.mode === 'demo';
  const refusalPage = (text: string, language: Language) => renderRefusalPage(text, { language, demo });
  const countQuery = (request: FastifyRequest) => serving.countCall(`issued:${networkOf(request.ip)}`, QUERY_LIMIT);

  serveOpen(serving, findIssued, async ({ params, request, language }) => {
    await countQuery(request);
    return checkIssued(world, params.sha256, language);
  });

  servePageFiles(app, ISSUED_FOLDER, { name: 'issued.css', file: new URL('./issued.css', import.meta.url) });
  const onRequest = (request: FastifyRequest) => countOpenCall(serving, request);
  app.get(`${ISSUED_FOLDER}/:sha256`, { config: { refusalPage }, onRequest }, async (request, reply) => {
    const { sha256 } = parsePath(findIssued.params, request.params);
    await countQuery(request);
    const { lang } = request.query as { lang?: unknown };
    // The linking page passes the language that its visitor chose.
    const language = lang === 'it' || lang === 'en' ? lang : languageOf(request);
    const answer = await checkIssued(world, sha256, language);
    return sendIssuedPage(reply, answer, { sha256, language, demo });
  });
}
