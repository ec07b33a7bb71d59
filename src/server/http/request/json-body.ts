/** Accepts only JSON bodies, parsed strictly, and limits the structure of large ones. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';

/** Characters from which a body counts as large: only files make it so, and a file is one long text. */
const LARGE_LENGTH = 1_048_576;
/** Members and elements allowed in a large body: a few fields, plus those of the document's type. */
const MAX_PARTS = 10_000;
/** Each value but the first of an object or list follows a comma; each object and list opens once. */
const PART_DELIMITERS = [',', '{', '['];

/** Counting characters is much faster than parsing: millions of tiny values would take a hundred times the body's memory. */
function hasTooManyParts(body: string): boolean {
  return PART_DELIMITERS.some((sign) => {
    let count = 0;
    for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1)) {
      count += 1;
      if (count > MAX_PARTS) return true;
    }
    return false;
  });
}

const checks = new WeakMap<FastifyRequest, () => Promise<void>>();

/** Registers a check that runs when the body has been read and before it is parsed. */
export function beforeParsing(request: FastifyRequest, check: () => Promise<void>): void {
  checks.set(request, check);
}

/** Refuses prototype keys; no other content type is parsed as JSON. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    const parseText = (): void => {
      if (text === '') done(null, undefined);
      else if (text.length > LARGE_LENGTH && hasTooManyParts(text)) done(new Refusal('request.tooLarge'));
      else void parse(request, text, done);
    };
    const check = checks.get(request);
    if (check === undefined) parseText();
    else check().then(parseText, done);
  });
}
