/** The contract as an OpenAPI 3.1 document, in Italian or English (https://spec.openapis.org/oas/v3.1.1). */
import { z } from 'zod';
import { ACTION_NAMES } from '#domain/access-texts.ts';
import { PROOF_HEADER } from '#domain/devices/proof.ts';
import { type Language, REFUSALS, Refusal, type RefusalCode, refusalText } from '#domain/errors.ts';
import { type Operation, SUBJECTS, type Subject } from '../index.ts';
import { bodyLimitOf, type Endpoint } from './endpoint.ts';
import { summaryOf } from './italian-summaries.ts';
import {
  criteriaOf,
  criterionValue,
  type JsonSchema,
  operatorsOf,
  pagingOf,
  SchemaPrinter,
} from './openapi-schemas.ts';
import { GUIDE, HEADER_TEXTS, PARAMETER_DESCRIPTIONS, SUBJECT_DESCRIPTIONS } from './openapi-texts.ts';
import { refusalBody, refusalsOf } from './refusals.ts';

export interface OpenApiOptions {
  readonly language: Language;
  readonly version: string;
  /** Public origin of the product. */
  readonly publicUrl: string;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

const JSON_TYPE = 'application/json';
const EXAMPLE_CORRELATION = 'k3f9Qx0aTz1B';
const reference = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` });

/** Responses common to several endpoints, named after their schema (`dossierAnswer` → Dossier). */
function namedAnswers(subjects: readonly Subject[]): Map<string, z.ZodType> {
  return new Map(
    subjects.flatMap(({ answers }) =>
      Object.entries(answers).map(([name, schema]): [string, z.ZodType] => [
        `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/(Answer|Schema)$/, ''),
        schema,
      ]),
    ),
  );
}

/** True for paginated lists, whose total is in `x-total-count`. */
function isList({ query, output, binary }: Endpoint, parameters: readonly JsonSchema[]): boolean {
  const paged =
    pagingOf(query) !== undefined || ['page', 'size'].every((name) => parameters.some((one) => one.name === name));
  return paged && output !== undefined && binary === undefined;
}

/** True for files that support range requests. */
const isInParts = ({ binary, errors }: Endpoint): boolean => binary !== undefined && errors.includes('file.range');

class OpenApiPrinter {
  private readonly options: OpenApiOptions;
  private readonly schemas: SchemaPrinter;
  private readonly examples: Record<string, JsonSchema> = {};
  private readonly responses: Record<string, JsonSchema> = {};
  private readonly refusalNames = new Map<string, string>();

  constructor(options: OpenApiOptions) {
    this.options = options;
    this.schemas = new SchemaPrinter(namedAnswers(SUBJECTS), options.language);
  }

  print(): OpenApiDocument {
    const { language, version, publicUrl } = this.options;
    const paths: Record<string, Record<string, OpenApiOperation>> = {};
    for (const subject of SUBJECTS) {
      for (const operation of subject.operations) {
        const { path, method } = operation.endpoint;
        const entry = paths[path] ?? {};
        paths[path] = entry;
        entry[method.toLowerCase()] = this.operation(operation, subject.title[language]);
      }
    }
    return {
      openapi: '3.1.1',
      info: {
        title: 'Fascicolo',
        version,
        description: GUIDE[language].join('\n\n'),
        contact: { name: 'Fascicolo', url: publicUrl },
        license: { name: HEADER_TEXTS.license[language], identifier: 'LicenseRef-Fascicolo' },
      },
      servers: [{ url: publicUrl }],
      tags: SUBJECTS.map(({ slug, title }) => ({
        name: title[language],
        description: SUBJECT_DESCRIPTIONS[slug]?.[language] ?? '',
      })),
      paths,
      components: {
        schemas: { Refusal: this.schemas.print(refusalSchema, 'output'), ...this.schemas.components },
        parameters: this.headerParameters(),
        headers: this.headers(),
        examples: this.examples,
        responses: this.responses,
        securitySchemes: this.securitySchemes(),
      },
    };
  }

  private operation({ id, endpoint }: Operation, tag: string): OpenApiOperation {
    const { language } = this.options;
    const parameters = [
      ...this.parameters(endpoint, 'path'),
      ...this.parameters(endpoint, 'query'),
      ...(endpoint.idempotent ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(isInParts(endpoint) ? ['Range', 'IfRange', 'IfNoneMatch'].map((name) => reference('parameters', name)) : []),
    ];
    const may = endpoint.action === undefined ? undefined : ACTION_NAMES[endpoint.action][language];
    return {
      operationId: id,
      summary: summaryOf(id, endpoint, language),
      description: may === undefined ? HEADER_TEXTS.open[language] : `${HEADER_TEXTS.may[language]}: ${may}.`,
      tags: [tag],
      security: securityOf(endpoint),
      parameters,
      ...this.requestBody(endpoint),
      responses: {
        // An endpoint that always refuses has no response of its own: any status is a refusal.
        ...(endpoint.output instanceof z.ZodNever
          ? { default: this.anyRefusal() }
          : { [endpoint.status]: this.answer(endpoint, parameters) }),
        ...(endpoint.existing === undefined
          ? {}
          : { [endpoint.existing]: this.answer({ ...endpoint, status: endpoint.existing }, parameters) }),
        ...(isInParts(endpoint) ? this.rangeAnswers(endpoint) : {}),
        ...this.refusals(endpoint),
      },
    };
  }

  private parameters(endpoint: Endpoint, place: 'path' | 'query'): JsonSchema[] {
    const schema = place === 'path' ? endpoint.params : endpoint.query;
    if (schema === undefined) return [];
    const examples = (place === 'path' ? endpoint.example?.params : endpoint.example?.query) ?? {};
    const criteria = criteriaOf(schema);
    const plain = criteria === undefined ? this.properties(schema) : pagingParameters(schema);
    const criteriaParameters = Object.entries(criteria ?? {}).flatMap(([field, kind]) =>
      operatorsOf(kind).map((operator) => ({ name: `${field}.${operator}`, schema: criterionValue(kind, operator) })),
    );
    return [
      ...plain.map(([name, propertySchema, required]) => ({
        name,
        in: place,
        required: place === 'path' || required,
        ...(name in PARAMETER_DESCRIPTIONS
          ? { description: PARAMETER_DESCRIPTIONS[name]?.[this.options.language] }
          : {}),
        schema: propertySchema,
        ...(Object.hasOwn(examples, name) ? { example: queryExample(propertySchema, examples[name]) } : {}),
      })),
      ...criteriaParameters.map(({ name, schema: operandSchema }) => ({
        name,
        in: place,
        required: false,
        schema: operandSchema,
        ...(operandSchema.type === 'array' ? { style: 'form', explode: false } : {}),
        ...(Object.hasOwn(examples, name) ? { example: queryExample(operandSchema, examples[name]) } : {}),
      })),
    ];
  }

  private properties(schema: z.ZodType): [string, JsonSchema, boolean][] {
    const { properties = {}, required = [] } = this.schemas.print(schema, 'input') as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    const usual = new Map(paging().map((property) => [property[0], property]));
    return Object.entries(properties).map(
      ([name, one]) => usual.get(name) ?? ([name, one, required.includes(name)] as [string, JsonSchema, boolean]),
    );
  }

  private requestBody(endpoint: Endpoint): { requestBody?: JsonSchema } {
    const { body, example } = endpoint;
    if (body === undefined) return {};
    const schema = this.schemas.print(body, 'input');
    const empty = Array.isArray(schema.type) ? schema.type.includes('null') : criteriaOf(body) !== undefined;
    const bodyExample = example?.body === undefined ? {} : { example: example.body };
    const limit = `${HEADER_TEXTS.bodyLimit[this.options.language]}: ${bodyLimitOf(endpoint)}.`;
    const content = { [JSON_TYPE]: { schema, ...bodyExample } };
    return { requestBody: { required: !empty && !body.safeParse(undefined).success, description: limit, content } };
  }

  private answer(endpoint: Endpoint, parameters: readonly JsonSchema[]): JsonSchema {
    const { output, binary, example, status, idempotent } = endpoint;
    const headers = {
      'x-correlation-id': reference('headers', 'CorrelationId'),
      ...(isList(endpoint, parameters) ? { 'x-total-count': reference('headers', 'TotalCount') } : {}),
      ...(idempotent ? { 'idempotency-replayed': reference('headers', 'IdempotencyReplayed') } : {}),
      ...(binary === undefined ? {} : { 'content-disposition': reference('headers', 'ContentDisposition') }),
    };
    const description = HEADER_TEXTS[binary ? 'file' : status === 201 ? 'created' : status === 204 ? 'done' : 'answer'];
    const answer = { description: description[this.options.language], headers };
    if (binary !== undefined) {
      return { ...answer, content: Object.fromEntries(binary.map((type) => [type, {}])) };
    }
    if (output === undefined) return answer;
    const answerExample = example?.answer === undefined ? {} : { example: example.answer };
    return { ...answer, content: { [JSON_TYPE]: { schema: this.schemas.print(output, 'output'), ...answerExample } } };
  }

  private refusals(endpoint: Endpoint): Record<string, JsonSchema> {
    const byStatus = Object.groupBy(refusalsOf(endpoint), (code) => REFUSALS[code].status);
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, codes = []]) => [status, this.refusal(status, codes)]),
    );
  }

  /** The same refusals of the same status are printed once. */
  private refusal(status: string, codes: readonly RefusalCode[]): JsonSchema {
    const { language } = this.options;
    const key = codes.join(' ');
    const existing = this.refusalNames.get(key);
    if (existing !== undefined) return reference('responses', existing);
    const name = `Refused${status}_${this.refusalNames.size + 1}`;
    this.refusalNames.set(key, name);
    this.responses[name] = {
      description: codes.map((code) => `- \`${code}\`: ${refusalText(new Refusal(code), language)}`).join('\n'),
      headers: {
        'x-correlation-id': reference('headers', 'CorrelationId'),
        ...(['429', '503'].includes(status) ? { 'retry-after': reference('headers', 'RetryAfter') } : {}),
      },
      content: {
        [JSON_TYPE]: {
          schema: {
            allOf: [reference('schemas', 'Refusal'), { type: 'object', properties: { code: { enum: codes } } }],
          },
          examples: Object.fromEntries(codes.map((code) => [code, this.refusalExample(code)])),
        },
      },
    };
    return reference('responses', name);
  }

  private anyRefusal(): JsonSchema {
    return {
      description: HEADER_TEXTS.refused[this.options.language],
      headers: { 'x-correlation-id': reference('headers', 'CorrelationId') },
      content: { [JSON_TYPE]: { schema: reference('schemas', 'Refusal') } },
    };
  }

  private refusalExample(code: RefusalCode): JsonSchema {
    const objectName = code.endsWith('.invalid') ? code.slice(0, -'.invalid'.length) : undefined;
    const fieldErrors = objectName === undefined ? [] : [{ objectName, field: 'xyz', code: 'unknown' as const }];
    const value = refusalBody(new Refusal(code, { fieldErrors }), this.options.language, EXAMPLE_CORRELATION);
    this.examples[code] ??= { value };
    return reference('examples', code);
  }

  /** Stored files also support range requests and conditional requests (RFC 9110, sections 13 and 14). */
  private rangeAnswers(endpoint: Endpoint): Record<string, JsonSchema> {
    const { language } = this.options;
    const whole = this.answer(endpoint, []) as { headers: JsonSchema };
    const tag = { etag: reference('headers', 'ETag') };
    const range = { 'content-range': reference('headers', 'ContentRange') };
    return {
      206: { ...whole, description: HEADER_TEXTS.part[language], headers: { ...whole.headers, ...tag, ...range } },
      304: { description: HEADER_TEXTS.unchanged[language], headers: tag },
    };
  }

  private headerParameters(): Record<string, JsonSchema> {
    const { language } = this.options;
    const parameter = (name: string, descriptionKey: keyof typeof HEADER_TEXTS, schema: JsonSchema): JsonSchema => ({
      name,
      in: 'header',
      required: false,
      description: HEADER_TEXTS[descriptionKey][language],
      schema,
    });
    return {
      IdempotencyKey: parameter('Idempotency-Key', 'idempotencyKey', {
        type: 'string',
        pattern: '^[\\x21-\\x7e]{1,255}$',
      }),
      Range: parameter('Range', 'range', { type: 'string', pattern: '^bytes=[0-9]*-[0-9]*$' }),
      IfRange: parameter('If-Range', 'ifRange', { type: 'string' }),
      IfNoneMatch: parameter('If-None-Match', 'ifNoneMatch', { type: 'string' }),
    };
  }

  private headers(): Record<string, JsonSchema> {
    const { language } = this.options;
    const header = (descriptionKey: keyof typeof HEADER_TEXTS, schema: JsonSchema): JsonSchema => ({
      description: HEADER_TEXTS[descriptionKey][language],
      schema,
    });
    return {
      CorrelationId: header('correlationId', { type: 'string' }),
      TotalCount: header('totalCount', { type: 'integer', minimum: 0 }),
      RetryAfter: header('retryAfter', { type: 'integer', minimum: 1 }),
      IdempotencyReplayed: header('idempotencyReplayed', { type: 'string', const: 'true' }),
      ETag: header('etag', { type: 'string' }),
      ContentRange: header('contentRange', { type: 'string' }),
      ContentDisposition: header('contentDisposition', { type: 'string' }),
    };
  }

  private securitySchemes(): Record<string, JsonSchema> {
    const { language } = this.options;
    return {
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: HEADER_TEXTS.token[language],
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'fascicolo_session',
        description: HEADER_TEXTS.session[language],
      },
      ceremony: {
        type: 'apiKey',
        in: 'cookie',
        name: 'fascicolo-sign-{id}',
        description: HEADER_TEXTS.ceremony[language],
      },
      device: {
        type: 'apiKey',
        in: 'header',
        name: PROOF_HEADER,
        description: HEADER_TEXTS.device[language],
      },
    };
  }
}

/** In a URL `true` is a boolean and `12` a number: examples are shown with their schema's type. */
function queryExample(schema: JsonSchema, value: string | number | undefined): unknown {
  if (schema.type === 'array') return String(value).split(',');
  if (schema.type === 'boolean') return String(value) === 'true';
  return schema.type === 'integer' ? Number(value) : value;
}

const paging = ({
  size = '20',
  sort = 'id,desc',
}: {
  size?: string;
  sort?: string;
} = {}): [string, JsonSchema, boolean][] => [
  ['page', { type: 'integer', minimum: 0, default: 0 }, false],
  ['size', { type: 'integer', minimum: 1, maximum: 10_000, default: Number(size) }, false],
  ['sort', { type: ['string', 'array'], items: { type: 'string' }, default: sort }, false],
];

function pagingParameters(schema: z.ZodType): [string, JsonSchema, boolean][] {
  const defaults = pagingOf(schema);
  return defaults === undefined ? [] : paging(defaults);
}

function securityOf({ access, method }: Endpoint): Record<string, readonly string[]>[] {
  if (access === 'staff') return [{ token: [], session: [] }, { token: [] }];
  if (access === 'device') return [{ device: [] }];
  return access === 'signer' && method !== 'GET' ? [{ ceremony: [] }, {}] : [];
}

const fieldErrorSchema = z.object({
  objectName: z.string(),
  field: z.string(),
  code: z.string(),
  message: z.string(),
});

/** The body of every refusal; some refusals add members of their own, such as `attemptsLeft`. */
export const refusalSchema = z.looseObject({
  status: z.number().int(),
  title: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
  code: z.string(),
  correlationId: z.string(),
  fieldErrors: z.array(fieldErrorSchema).optional(),
});

export function printOpenApi(options: OpenApiOptions): OpenApiDocument {
  return new OpenApiPrinter(options).print();
}
