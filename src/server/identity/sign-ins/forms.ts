/** Forms that the identity provider sends: taken as the text they are, so that a field that stands twice is seen. */
import type { FastifyInstance } from 'fastify';

/** Takes forms, and nothing else, as text. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );
}
