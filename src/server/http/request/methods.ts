/** Answers 405 with `Allow` instead of 404 for addresses that exist under another method (RFC 9110, section 15.5.6). */
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  );

/** The methods of an address that does not accept the request's own; empty for an unknown address. */
export type OtherMethods = (request: FastifyRequest) => readonly string[];

/** Collects every route added from here on. */
export function watchMethods(app: FastifyInstance): OtherMethods {
  const routes = new Map<string, KnownRoute>();
  app.addHook('onRoute', ({ method, url }) => {
    const entry = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    routes.set(url, entry);
    for (const httpMethod of [method].flat()) entry.methods.add(httpMethod);
  });
  return (request) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const methods = new Set([...routes.values()].flatMap((one) => (one.pattern.test(path) ? [...one.methods] : [])));
    return methods.has(request.method) ? [] : [...methods].sort();
  };
}
