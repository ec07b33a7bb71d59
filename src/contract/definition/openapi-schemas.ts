/** Prints the contract's zod schemas as JSON Schema: named responses once, criteria with each field's operators. */
import { z } from 'zod';
import type { Language } from '#domain/errors.ts';
import { type CriteriaFields, type CriterionKind, type CriterionOperator, OPERATORS } from './criteria.ts';
import { HEADER_TEXTS } from './openapi-texts.ts';

/** A JSON Schema (draft 2020-12), as used in OpenAPI 3.1. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Metadata of a schema in addition to zod's own (`.meta`). */
interface SchemaMetadata {
  criteria?: CriteriaFields;
  /** A list; its default `size` and `sort`, if not the usual ones. */
  paged?: { size?: string; sort?: string };
  /** Printed in its place, for parts that the server parses later with this schema. */
  shape?: z.ZodType;
  description?: string;
  /** A member of a PUT that may be sent back as it was read. */
  carried?: 'derived' | 'fixed';
}

const metadataOf = (schema: z.ZodType | undefined): SchemaMetadata => (schema?.meta() ?? {}) as SchemaMetadata;

export const criteriaOf = (schema: z.ZodType | undefined): CriteriaFields | undefined => metadataOf(schema).criteria;
export const pagingOf = (schema: z.ZodType | undefined): SchemaMetadata['paged'] => metadataOf(schema).paged;

const OMITTED_KEYWORDS = ['$schema', '$defs', 'id', '~standard'];
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Digits that arrive as text in a URL are numbers to callers; JavaScript's number bounds carry no information. */
function simplifySchema(json: JsonSchema): void {
  if (typeof json.pattern === 'string' && /^\^\\d\{1,\d+\}\$$/.test(json.pattern)) {
    delete json.pattern;
    Object.assign(json, { type: 'integer', minimum: 0 });
  }
  if (json.maximum === MAX_INTEGER) delete json.maximum;
  if (json.minimum === -MAX_INTEGER) delete json.minimum;
  if (json.exclusiveMinimum === 0 && json.type === 'integer') {
    delete json.exclusiveMinimum;
    json.minimum = 1;
  }
  // `maxItems` gives a tuple's length; many readers expect a schema here.
  if (json.items === false && Array.isArray(json.prefixItems)) json.items = json.prefixItems[0];
  const branches = json.anyOf;
  // A nullable value: one schema with two types.
  if (!Array.isArray(branches) || branches.length !== 2) return;
  const [value, nullBranch] = branches as JsonSchema[];
  if (nullBranch?.type !== 'null' || typeof value?.type !== 'string') return;
  delete json.anyOf;
  const values = value.enum;
  Object.assign(json, value, { type: [value.type, 'null'] }, Array.isArray(values) ? { enum: [...values, null] } : {});
}

/** Named responses. */
export type NamedSchemas = ReadonlyMap<string, z.ZodType>;

/** Prints schemas and collects the named ones among their parts. */
export class SchemaPrinter {
  readonly components: Record<string, JsonSchema> = {};
  private readonly language: Language;
  private readonly registry = z.registry<{ id: string }>();

  constructor(named: NamedSchemas, language: Language) {
    this.language = language;
    for (const [id, schema] of named) this.registry.add(schema, { id });
  }

  /** The sent (`input`) or returned (`output`) form; named schemas become references. */
  print(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const criteria = criteriaOf(schema);
    if (criteria !== undefined) return this.criteriaBody(criteria);
    const printed = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      ...(io === 'output' ? { metadata: this.registry } : { metadata: z.registry<{ id: string }>() }),
      override: ({ zodSchema, jsonSchema }) => {
        const { shape, description, carried } = metadataOf(zodSchema as unknown as z.ZodType);
        if (carried !== undefined) jsonSchema.description = HEADER_TEXTS[carried][this.language];
        if (shape !== undefined) Object.assign(jsonSchema, this.print(shape, io));
        if (description !== undefined) jsonSchema.description = description;
        simplifySchema(jsonSchema as JsonSchema);
      },
    }) as JsonSchema;
    const text = JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $defs = {}, ...root } = JSON.parse(text) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, definition] of Object.entries($defs)) this.components[name] ??= bare(definition);
    return bare(root);
  }

  private criteriaBody(fields: CriteriaFields): JsonSchema {
    return {
      type: 'object',
      description: 'field → operator → value',
      properties: Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, this.criterion(kind)])),
      additionalProperties: false,
    };
  }

  private criterion(kind: CriterionKind): JsonSchema {
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Criterion`;
    this.components[name] ??= {
      type: 'object',
      properties: Object.fromEntries(OPERATORS[kind].map((operator) => [operator, criterionValue(kind, operator)])),
      additionalProperties: false,
    };
    return { $ref: `#/components/schemas/${name}` };
  }
}

function bare(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !OMITTED_KEYWORDS.includes(keyword)));
}

const VALUE_SCHEMAS: Record<CriterionKind, JsonSchema> = {
  text: { type: 'string', maxLength: 255 },
  code: { type: 'string', maxLength: 255 },
  set: { type: 'string', maxLength: 255 },
  search: { type: 'string', maxLength: 255 },
  number: { type: 'integer' },
  instant: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
};

/** The value accepted by an operator of a field. */
export function criterionValue(kind: CriterionKind, operator: CriterionOperator): JsonSchema {
  const value = VALUE_SCHEMAS[kind];
  if (operator === 'in') return { type: 'array', items: value, maxItems: 1000 };
  if (operator === 'contains' && kind !== 'set') return { ...value, minLength: 3 };
  return value;
}

export const operatorsOf = (kind: CriterionKind): readonly CriterionOperator[] => OPERATORS[kind];
