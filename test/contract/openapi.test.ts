/** The generated OpenAPI document is consistent: references, examples, parameters, security (https://spec.openapis.org/oas/v3.1.1). */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OpenApiDocument, printOpenApi, refusalSchema } from '#contract/definition/openapi.ts';
import { refusalsOf } from '#contract/definition/refusals.ts';
import { OPERATIONS } from '#contract/index.ts';
import { REFUSALS } from '#domain/errors.ts';

const print = (language: 'it' | 'en'): OpenApiDocument =>
  JSON.parse(JSON.stringify(printOpenApi({ language, version: '1.2.3', publicUrl: 'https://fascicolo.example' })));
const document = print('it');

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every object of the document with its path; content of examples is data and is skipped. */
function* objects(value: unknown, path: string[] = []): Generator<[string[], Json]> {
  if (!isRecord(value)) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) {
    const data = (key === 'example' || key === 'value') && path.at(-1) !== 'properties';
    if (!data) yield* objects(inner, [...path, key]);
  }
}

function at(pointer: string): unknown {
  const parts = pointer.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), document);
}

const reachable = (value: unknown): Json =>
  (isRecord(value) && typeof value.$ref === 'string' ? at(value.$ref) : value) as Json;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The part of OpenAPI 3.1 that this document uses; an unexpected member is an error. */
const reference = z.strictObject({ $ref: z.string().startsWith('#/components/') });
const schema = z.looseObject({});
const mediaType = z.strictObject({
  schema: schema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), reference).optional(),
});
const content = z.record(z.string().regex(/^[\w.+-]+\/[\w.+*-]+$/), mediaType);
const header = z.strictObject({ description: z.string().min(1), schema });
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema,
  style: z.literal('form').optional(),
  explode: z.boolean().optional(),
  example: z.unknown().optional(),
});
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), reference),
  content: content.optional(),
});
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([reference, parameter])),
  requestBody: z.strictObject({ required: z.boolean(), description: z.string(), content }).optional(),
  responses: z
    .record(z.string().regex(/^([2-5]\d\d|default)$/), z.union([reference, response]))
    .refine(
      (all) => Object.keys(all).some((status) => /^(2\d\d|default)$/.test(status)),
      'no answer that is not a refusal',
    ),
});
const name = z.string().regex(/^[a-zA-Z0-9._-]+$/);
const documentShape = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.strictObject({
    title: z.string(),
    version: z.literal('1.2.3'),
    description: z.string(),
    contact: z.strictObject({ name: z.string(), url: z.url() }),
    license: z.strictObject({ name: z.string(), identifier: z.string().startsWith('LicenseRef-') }),
  }),
  servers: z.tuple([z.strictObject({ url: z.literal('https://fascicolo.example') })]),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(
    z.string().startsWith('/'),
    z
      .record(z.enum(['get', 'post', 'put', 'delete']), operation)
      .or(z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation)),
  ),
  components: z.strictObject({
    schemas: z.record(name, schema),
    parameters: z.record(name, parameter),
    headers: z.record(name, header),
    examples: z.record(name, z.strictObject({ value: z.unknown() })),
    responses: z.record(name, response),
    securitySchemes: z.record(name, z.looseObject({ type: z.enum(['http', 'apiKey']), description: z.string() })),
  }),
});

/** A zod schema of one schema of the document, including what it references. */
function validatorOf(json: Json): z.ZodType {
  const text = JSON.stringify({ ...json, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as Json as never);
}

/** Every example with its schema and path: of parameters, bodies, answers and refusals. */
function* examples(): Generator<[place: string, json: Json, example: unknown]> {
  for (const { path, method, operation } of operations) {
    const place = `${method} ${path}`;
    for (const parameter of operation.parameters.map(reachable)) {
      if ('example' in parameter) yield [`${place} ${parameter.name}`, parameter.schema as Json, parameter.example];
    }
    const bodies = [['body', operation.requestBody] as const, ...Object.entries(operation.responses)];
    for (const [name, body] of bodies) {
      const media = body && (reachable(body).content as Record<string, Json> | undefined)?.['application/json'];
      if (media === undefined) continue;
      if ('example' in media) yield [`${place} ${name}`, media.schema as Json, media.example];
      for (const [code, ref] of Object.entries((media.examples ?? {}) as Json)) {
        yield [`${place} ${code}`, media.schema as Json, reachable(ref).value];
      }
    }
  }
}

describe('the OpenAPI document', () => {
  it('has examples that match their schemas, and a wrong example is detected', () => {
    const validators = new Map<string, z.ZodType>();
    let count = 0;
    const wrong: string[] = [];
    for (const [place, json, example] of examples()) {
      const key = JSON.stringify(json);
      const cached = validators.get(key) ?? validatorOf(json);
      validators.set(key, cached);
      const { error } = cached.safeParse(example);
      if (error) wrong.push(`${place}: ${z.prettifyError(error)}`);
      count += 1;
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
    expect(validatorOf({ type: 'integer', minimum: 0 }).safeParse('12').success).toBe(false);
    expect(validatorOf({ $ref: '#/components/schemas/Refusal' }).safeParse({ status: '404' }).success).toBe(false);
  });

  it('has no two paths that match the same request', () => {
    const parts = Object.keys(document.paths).map((path) => path.split('/'));
    const variables = (path: string[]) => path.filter((part) => part.startsWith('{')).length;
    const ambiguous = parts.flatMap((segment, index) =>
      parts
        .slice(index + 1)
        .filter((other) => segment.length === other.length && variables(segment) === variables(other))
        .filter((other) =>
          segment.every((part, at) => part === other[at] || /^\{/.test(part) || /^\{/.test(other[at] ?? '')),
        )
        .map((other) => `${segment.join('/')} ${other.join('/')}`),
    );
    expect(ambiguous).toEqual([]);
  });

  it.each(['it', 'en'] as const)('has the shape of OpenAPI 3.1 in %s', (language) => {
    const parsed = documentShape.safeParse(print(language));
    expect(parsed.success ? '' : z.prettifyError(parsed.error)).toBe('');
  });

  it('has no dangling and no unused reference', () => {
    const used = new Set<string>();
    for (const [path, value] of objects(document)) {
      if (typeof value.$ref !== 'string' || path.at(-1) === 'properties') continue;
      expect(at(value.$ref), `${path.join('/')} → ${value.$ref}`).toBeDefined();
      used.add(value.$ref);
    }
    for (const kind of ['schemas', 'parameters', 'headers', 'examples', 'responses'] as const) {
      for (const component of Object.keys(document.components[kind] ?? {})) {
        expect(used.has(`#/components/${kind}/${component}`), `${kind} ${component}`).toBe(true);
      }
    }
  });

  it('contains no remains of the schema library', () => {
    const text = JSON.stringify(document);
    for (const word of ['$defs', '"$schema"', '~standard', '"criteria":{', '9007199254740991']) {
      expect(text.includes(word), word).toBe(false);
    }
  });

  it('describes every endpoint once, with a unique id', () => {
    expect(operations.map(({ operation: { operationId } }) => operationId).sort()).toEqual(
      OPERATIONS.map(({ id }) => id).sort(),
    );
  });

  it('declares exactly the parameters of each path', () => {
    for (const { path, operation } of operations) {
      const all = operation.parameters.map(reachable);
      const inPath = all.filter((parameter) => parameter.in === 'path').map((given) => String(given.name));
      expect(inPath.sort(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found).sort());
      const keys = all.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(keys.length, path).toBe(new Set(keys).size);
    }
  });

  it('offers only documented security schemes', () => {
    const schemes = Object.keys(document.components.securitySchemes ?? {});
    for (const { operation } of operations) {
      for (const way of operation.security.flatMap((each) => Object.keys(each))) expect(schemes).toContain(way);
    }
  });

  it('lists every error of every endpoint under its status', () => {
    for (const { id, endpoint } of OPERATIONS) {
      const responses = operations.find(({ operation: one }) => one.operationId === id)?.operation.responses ?? {};
      const codes = Object.entries(responses).flatMap(([status, one]) => {
        const json = (reachable(one).content as Record<string, { examples?: Json }> | undefined)?.['application/json'];
        return status < '400' ? [] : Object.keys(json?.examples ?? {}).map((code) => `${status} ${code}`);
      });
      expect(codes.sort(), id).toEqual(
        refusalsOf(endpoint)
          .map((code) => `${REFUSALS[code].status} ${code}`)
          .sort(),
      );
    }
  });

  it('shows errors as the server words them', () => {
    for (const [code, example] of Object.entries(document.components.examples ?? {})) {
      const body = refusalSchema.parse((example as { value: unknown }).value);
      expect(body.code).toBe(code);
      expect((body.title === undefined) !== (body.message === undefined), code).toBe(true);
    }
    expect(JSON.stringify(print('en').components.examples)).not.toBe(JSON.stringify(document.components.examples));
  });

  it('declares the total of lists and the key of creates', () => {
    for (const { id, endpoint } of OPERATIONS) {
      const one = operations.find(({ operation: { operationId } }) => operationId === id)?.operation;
      const answer = reachable(one?.responses[endpoint.status]) as { headers?: Json } | undefined;
      const paged = one?.parameters.some((given) => given.name === 'page') === true && endpoint.binary === undefined;
      expect('x-total-count' in (answer?.headers ?? {}), id).toBe(paged);
      const takesKey = one?.parameters.some((parameter) => String(parameter.$ref).endsWith('IdempotencyKey')) === true;
      expect(takesKey, id).toBe(endpoint.idempotent === true);
    }
  });

  it('lists the operators of each criterion', () => {
    const search = document.paths['/api/dossiers/search']?.post?.requestBody as unknown as {
      content: Record<string, { schema: { properties: Record<string, { $ref: string }> } }>;
    };
    const fields = search.content['application/json']?.schema.properties ?? {};
    expect(fields.lastName).toEqual({ $ref: '#/components/schemas/TextCriterion' });
    const text = document.components.schemas?.TextCriterion as { properties: Json };
    expect(Object.keys(text.properties)).toEqual(['equals', 'notEquals', 'in', 'contains']);
    const users = document.paths['/api/users']?.get?.parameters.map((one) => one.name) ?? [];
    expect(users).toEqual(expect.arrayContaining(['page', 'size', 'sort', 'authority.in', 'genericFilter.contains']));
    expect(users).not.toContain('genericFilter.equals');
  });
});
