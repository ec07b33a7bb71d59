/** Public routes of the FEA page, open to search engines: as a page and as data. */
import type { FastifyRequest } from 'fastify';
import { feaPageParams, feaPageQuery, getFeaPage } from '#contract/fea-page.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { PLAIN_PAGE_POLICY, servePageFiles } from '../../http/pages/html.ts';
import { countOpenCall } from '../../http/request/admission.ts';
import { languageOf, requestedLanguage } from '../../http/request/language.ts';
import { type Serving, serveOpen } from '../../http/route.ts';
import { FEA_FILES, renderAbsent, renderFeaPage, renderRefused } from './page.ts';
import { type FeaPageRequest, readFeaPage } from './read-fea-page.ts';

/** Short enough for publishers to see changes soon, long enough for bursts of readers. */
const CACHED = 'public, max-age=60';

/** The requested page; undefined for an impossible date. */
function pageRequestOf(request: FastifyRequest): FeaPageRequest | undefined {
  const { at } = request.query as Record<string, unknown>;
  const language = requestedLanguage(request);
  const params = feaPageParams.safeParse(request.params);
  const query = feaPageQuery.safeParse({ at });
  if (language === undefined || !params.success || !query.success) return undefined;
  return { ...params.data, language, at: query.data.at ?? null };
}

export function feaPageRoutes(serving: Serving): void {
  const { app, world } = serving;
  const demo = world.settings.mode === 'demo';

  serveOpen(serving, getFeaPage, async ({ params, query, language, reply }) => {
    const pageRequest = { legalEntity: params.legalEntity, language: query.lang ?? language, at: query.at ?? null };
    const answer = await readFeaPage(world, pageRequest);
    if (answer === undefined) throw new Refusal('notFound');
    void reply
      .header('cache-control', CACHED)
      .header('vary', 'accept-language')
      .header('content-language', answer.language);
    return answer;
  });

  servePageFiles(app, FEA_FILES, { name: 'fea.css', file: new URL('./fea.css', import.meta.url) });
  const refusalPage = (text: string, language: Language) => renderRefused(text, language, demo);
  const onRequest = (request: FastifyRequest) => countOpenCall(serving, request);
  app.get('/fea/:legalEntity', { config: { refusalPage }, onRequest }, async (request, reply) => {
    const pageRequest = pageRequestOf(request);
    const answer = pageRequest && (await readFeaPage(world, pageRequest));
    const language = pageRequest?.language ?? languageOf(request);
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PLAIN_PAGE_POLICY)
      .header('vary', 'accept-language')
      .header('content-language', language);
    if (answer === undefined) return reply.code(404).send(renderAbsent(language, demo));
    const at = pageRequest?.at?.toISOString() ?? null;
    return reply.header('cache-control', CACHED).send(renderFeaPage(answer, { at, demo }));
  });
}
