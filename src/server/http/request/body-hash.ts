/** Hashes a body while it arrives, piece by piece: one of 36 MB at once would hold up everybody else. */
import { createHash, type Hash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';

const bodies = new WeakMap<FastifyRequest, Hash>();

/** @returns the body as it goes on to its reader. */
export function hashing(request: FastifyRequest, payload: Readable): Transform {
  const hash = createHash('sha256');
  bodies.set(request, hash);
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  // A connection that breaks is told by the body's reader.
  pipeline(payload, tap, () => undefined);
  return tap;
}

/** Of a body that was read to its end. */
export function bodyHashOf(request: FastifyRequest): Hash {
  const hash = bodies.get(request);
  if (hash === undefined) throw new Error('The body of this call was not hashed');
  return hash;
}
