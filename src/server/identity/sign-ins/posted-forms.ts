/** Reads forms sent by the identity provider as plain text, so that repeated fields are detected. */
import type { FastifyInstance } from 'fastify';

export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );
}
