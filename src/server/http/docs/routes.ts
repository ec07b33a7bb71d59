/** Serves the generated contract to everyone: `/api/openapi.json` and its page `/api/docs`. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printOpenApi } from '#contract/definition/openapi.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import type { World } from '../../world.ts';
import { PLAIN_PAGE_POLICY, servePageFiles } from '../pages/html.ts';
import { languageOf, requestedLanguage } from '../request/language.ts';
import { acceptsGzip } from '../response/compression.ts';
import { renderDocs } from './page.ts';

const compress = promisify(gzip);

interface Printed {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}

/** Generated at the first call and cached: the contract does not change while the server runs. */
function cachedPrint(print: (language: Language) => string): (language: Language) => Promise<Printed> {
  const cache = new Map<Language, Promise<Printed>>();
  return (language) => {
    const cached = cache.get(language);
    if (cached !== undefined) return cached;
    const plain = Buffer.from(print(language));
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    const printed = compress(plain).then((compressed) => ({ plain, compressed, tag }));
    cache.set(language, printed);
    return printed;
  };
}

/** Weak comparison with the caller's entity tags (RFC 9110, section 13.1.2). */
function matchesTag(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((candidate) => ['*', tag].includes(candidate.trim().replace(/^W\//, '')));
}

function send(request: FastifyRequest, reply: FastifyReply, printed: Printed, language: Language): FastifyReply {
  const zipped = acceptsGzip(request);
  // Each encoding of the same text is another representation and needs its own tag.
  const tag = `"${printed.tag}${zipped ? '-gz' : ''}"`;
  void reply
    .header('etag', tag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language, accept-encoding')
    .header('content-language', language);
  if (matchesTag(request, tag)) return reply.code(304).send();
  if (zipped) void reply.header('content-encoding', 'gzip');
  return reply.send(zipped ? printed.compressed : printed.plain);
}

export function docsRoutes(app: FastifyInstance, { settings }: World): void {
  const document = (language: Language) =>
    printOpenApi({ language, version: settings.version, publicUrl: settings.publicUrl });
  const json = cachedPrint((language) => JSON.stringify(document(language)));
  const page = cachedPrint((language) => renderDocs(document(language), language));

  servePageFiles(app, '/api/docs', { name: 'docs.css', file: new URL('./docs.css', import.meta.url) });
  app.get('/api/openapi.json', async (request, reply) => {
    const language = languageOf(request);
    return send(request, reply.type('application/json; charset=utf-8'), await json(language), language);
  });
  app.get('/api/docs', async (request, reply) => {
    const language = requestedLanguage(request);
    if (language === undefined) throw new Refusal('notFound');
    void reply.type('text/html; charset=utf-8').header('content-security-policy', PLAIN_PAGE_POLICY);
    return send(request, reply, await page(language), language);
  });
}
