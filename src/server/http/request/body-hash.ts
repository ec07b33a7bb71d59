/** Hashes a body in pieces while it arrives: hashing 36 MB in one step would block other calls. */
import { createHash, type Hash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';

const bodies = new WeakMap<FastifyRequest, Hash>();

/** @returns the body, passed through to its reader. */
export function hashing(request: FastifyRequest, payload: Readable): Transform {
  const hash = createHash('sha256');
  bodies.set(request, hash);
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      pass(null, chunk);
    },
  });
  // The body's reader reports a broken connection.
  pipeline(payload, tap, () => undefined);
  return tap;
}

/** Hash of a body that was read completely. */
export function bodyHashOf(request: FastifyRequest): Hash {
  const hash = bodies.get(request);
  if (hash === undefined) throw new Error('The body of this call was not hashed');
  return hash;
}
