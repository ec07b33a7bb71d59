/** Turns schemas into table rows: nested members by their path, named schemas expanded in place. */
import type { OpenApiDocument } from '#contract/definition/openapi.ts';
import type { JsonSchema } from '#contract/definition/openapi-schemas.ts';

export interface FieldRow {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

export interface CriterionRow {
  readonly field: string;
  readonly operators: readonly string[];
}

const MAX_DEPTH = 3;

function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return document.components.schemas?.[name] ?? {};
}

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);

/** The members of an object, or of the objects in a list, as table rows. */
export function fieldRows(document: OpenApiDocument, schema: JsonSchema, path = '', depth = 0): FieldRow[] {
  const whole = resolved(document, schema);
  if (whole.type === 'array') return fieldRows(document, (whole.items ?? {}) as JsonSchema, path, depth);
  const required = new Set((whole.required ?? []) as string[]);
  return propertiesOf(whole).flatMap(([name, member]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const row: FieldRow = { path: fieldPath, schema: member, required: required.has(name) };
    const inner = resolved(document, member);
    const list = inner.type === 'array' ? resolved(document, (inner.items ?? {}) as JsonSchema) : undefined;
    const expanded = list ?? inner;
    if (expanded.properties === undefined || depth >= MAX_DEPTH) return [row];
    const below = list === undefined ? fieldPath : `${fieldPath}[]`;
    return [row, ...fieldRows(document, expanded, below, depth + 1)];
  });
}

const isCriterion = (schema: JsonSchema): boolean => typeof schema.$ref === 'string' && /Criterion$/.test(schema.$ref);

/** The criteria of a search's body; undefined for any other body. */
export function criteriaOfBody(document: OpenApiDocument, schema: JsonSchema): CriterionRow[] | undefined {
  const members = propertiesOf(schema);
  if (members.length === 0 || !members.every(([, member]) => isCriterion(member))) return undefined;
  return members.map(([field, member]) => ({
    field,
    operators: propertiesOf(resolved(document, member)).map(([operator]) => operator),
  }));
}

/** The criteria among the parameters of a list (`login.contains`), grouped by field. */
export function criteriaOfParameters(parameters: readonly JsonSchema[]): CriterionRow[] {
  const rows = new Map<string, string[]>();
  for (const { name } of parameters) {
    const dot = String(name).lastIndexOf('.');
    if (dot < 0) continue;
    const field = String(name).slice(0, dot);
    rows.set(field, [...(rows.get(field) ?? []), String(name).slice(dot + 1)]);
  }
  return [...rows].map(([field, operators]) => ({ field, operators }));
}

/** Groups fields that have the same operators. */
export function byOperators(rows: readonly CriterionRow[]): { fields: string[]; operators: string }[] {
  const groups = new Map<string, string[]>();
  for (const { field, operators } of rows) {
    const key = operators.join(', ');
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].map(([operators, fields]) => ({ fields, operators }));
}
