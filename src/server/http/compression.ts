/** Answers with data go compressed to whoever can read that: texts of a configuration, lists (record 0055). */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Characters below which the time costs more than the bytes. */
const WORTH = 2048;

/** Reads `Accept-Encoding` (RFC 9110 §12.5.3). */
export function acceptsGzip(request: FastifyRequest): boolean {
  // Blanks mean nothing here, and thousands of them would keep the pattern busy.
  const accepted = String(request.headers['accept-encoding'] ?? '').replace(/\s+/g, '');
  return /(^|,)gzip(?!;q=0(\.0*)?(,|$))/i.test(accepted);
}

export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
    // As bytes: of a long text the socket would take three times its length, to be sure of room for it.
    if (!acceptsGzip(request)) return Buffer.from(payload);
    void reply.removeHeader('content-length').header('content-encoding', 'gzip');
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
