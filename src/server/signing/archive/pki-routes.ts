/** Publishes the certificates and revocation lists of the installation's authorities (RFC 5280, section 4.2.1.13). */
import { Refusal } from '#domain/errors.ts';
import type { Serving } from '../../http/route.ts';

const TYPES = { crl: 'application/pkix-crl', crt: 'application/pkix-cert' } as const;

/** Well below the day after which a list is renewed. */
const CACHE_SECONDS = 3600;

/** `/pki/issuing.crl`, `/pki/issuing.crt`, `/pki/root.crl`, `/pki/root.crt`: DER, as certificates and validators require. */
export function pkiRoutes({ app, world }: Serving): void {
  app.get<{ Params: { file: string } }>('/pki/:file', async (request, reply) => {
    const [, name, kind] = /^([a-z]+)\.(crl|crt)$/.exec(request.params.file) ?? [];
    const published = await world.authority.published(world.clock.now());
    const authority = published.find((candidate) => candidate.name === name);
    if (authority === undefined || (kind !== 'crl' && kind !== 'crt')) throw new Refusal('notFound');
    return reply
      .type(TYPES[kind])
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(Buffer.from(kind === 'crl' ? authority.crl : authority.certificate));
  });
}
