/** Compresses data answers for clients that accept it: configuration texts, lists (record 0055). */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Characters below which compressing costs more time than it saves. */
const WORTH = 2048;

/** Reads `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function acceptsGzip(request: FastifyRequest): boolean {
  // Blanks have no meaning here, and thousands of them would slow the pattern down.
  const accepted = String(request.headers['accept-encoding'] ?? '').replace(/\s+/g, '');
  return /(^|,)gzip(?!;q=0(\.0*)?(,|$))/i.test(accepted);
}

export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH) return payload;
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload;
    void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
    // Send bytes: for a long text, the socket would allocate three times its length.
    if (!acceptsGzip(request)) return Buffer.from(payload);
    void reply.removeHeader('content-length').header('content-encoding', 'gzip');
    return compress(payload, { level: constants.Z_BEST_SPEED });
  });
}
