/** Search criteria: `{ field: { operator: value } }`, each field with the operators of its kind. */
import { z } from 'zod';
import { processDateText } from '#domain/folders/folder-schemas.ts';
import { type RomeDay, readInstant, readRomeDay } from '#domain/rome-time.ts';
import { isoDate } from '#domain/text-schemas.ts';
import { type PageQuery, pageQuery } from './paging.ts';

const EQUALITY = ['equals', 'notEquals', 'in'] as const;
const ORDERED = [...EQUALITY, 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const;

/** The kind of a field determines its operators. `set` is a column with several values, `search` the generic filter. */
export const OPERATORS = {
  text: [...EQUALITY, 'contains'],
  code: [...EQUALITY, 'contains'],
  number: ORDERED,
  instant: ORDERED,
  date: ORDERED,
  boolean: EQUALITY,
  set: [...EQUALITY, 'contains'],
  search: ['contains'],
} as const;
export type CriterionKind = keyof typeof OPERATORS;
export type CriterionOperator = 'contains' | (typeof ORDERED)[number];

/** A date without time: with an equality operator it is that day in Rome, with the others the beginning of the day. */
export type CriterionValue = string | number | boolean | Date | RomeDay;

export interface Criterion {
  field: string;
  kind: CriterionKind;
  operator: CriterionOperator;
  /** One value; several only for `in`. */
  values: readonly CriterionValue[];
}

export type CriteriaFields = Readonly<Record<string, CriterionKind>>;

/** Criteria on author, last editor and the search text. */
export const AUTHORED_CRITERIA = {
  createdBy: 'text',
  createdDate: 'instant',
  lastModifiedBy: 'text',
  lastModifiedDate: 'instant',
  genericFilter: 'search',
} as const satisfies CriteriaFields;

type Operand = string | number | boolean | null | undefined;

/** Criteria in the body of a search. */
export type CriteriaInput<F extends CriteriaFields> = {
  readonly [N in keyof F]?:
    | { readonly [O in (typeof OPERATORS)[F[N]][number]]?: O extends 'in' ? readonly Operand[] | string : Operand }
    | undefined;
};

/** Criteria in a query string: `field.operator`. */
export type CriteriaQueryInput<F extends CriteriaFields> = {
  readonly [N in keyof F & string as `${N}.${(typeof OPERATORS)[F[N]][number]}`]?: Operand;
};

/** A list's query string. */
export type ListQueryInput<F extends CriteriaFields> = CriteriaQueryInput<F> & {
  readonly page?: number;
  readonly size?: number;
  /** `field,order` */
  readonly sort?: string;
};

/** Accepts any value at run time; callers compiled against the contract are typed as `Input`. */
const anyInput = <Input>() => z.unknown() as z.ZodType<unknown, Input>;

/** Fields with a single value, which can be sorted by. */
export type SortableField<C extends CriteriaFields> = {
  [F in keyof C & string]: C[F] extends 'set' | 'search' ? never : F;
}[keyof C & string];

export const isSortable = (kind: CriterionKind): boolean => kind !== 'set' && kind !== 'search';

/** The fields a list can be sorted by: all that have a sortable criterion. @param extra names without such a criterion. */
export function sortsOf<C extends CriteriaFields, M extends string = never>(
  criteria: C,
  ...extra: M[]
): readonly (SortableField<C> | M)[] {
  const sortable = Object.entries(criteria).flatMap(([field, kind]) => (isSortable(kind) ? [field] : []));
  return [...new Set([...sortable, ...extra])] as (SortableField<C> | M)[];
}

/** Shorter texts have no index and match nearly everything. */
const MIN_TEXT_LENGTH = 3;
const MAX_VALUES = 1000;
/** Limit for all criteria together: a statement takes 65,535 parameters, and some criteria use each value several times. */
const MAX_TOTAL_VALUES = 5000;

type Path = (string | number)[];
type Context = z.core.$RefinementCtx;

const addIssue = (context: Context, path: Path, message: string): undefined => {
  context.issues.push({ code: 'custom', message, path, input: undefined });
  return undefined;
};

const isStorable = (text: string): boolean => text.length <= 255 && text.isWellFormed() && !text.includes('\u0000');

function readInstantOrDay(operator: string, value: unknown): Date | RomeDay | undefined {
  if (typeof value !== 'string' || !processDateText.safeParse(value).success) return undefined;
  const isEquality = operator === 'equals' || operator === 'notEquals' || operator === 'in';
  return isEquality && isoDate.safeParse(value).success ? readRomeDay(value) : readInstant(value);
}

function readValue(kind: CriterionKind, operator: string, value: unknown): CriterionValue | undefined {
  switch (kind) {
    case 'number': {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
    }
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      return typeof value === 'boolean' ? value : undefined;
    case 'instant':
      return readInstantOrDay(operator, value);
    case 'date':
      return isoDate.safeParse(value).success ? String(value) : undefined;
    default:
      return typeof value === 'string' && isStorable(value) ? value : undefined;
  }
}

function readCriterion(
  context: Context,
  path: Path,
  field: { field: string; kind: CriterionKind },
  operator: string,
  value: unknown,
): Criterion | undefined {
  const operators: readonly string[] = OPERATORS[field.kind];
  if (!operators.includes(operator)) return addIssue(context, path, 'unknown');
  if (operator !== 'in' && value === '') return undefined;
  const rawValues = operator === 'in' ? (typeof value === 'string' ? value.split(',') : value) : [value];
  if (!Array.isArray(rawValues) || rawValues.length > MAX_VALUES) return addIssue(context, path, 'type');
  const values = rawValues.filter((raw) => raw !== '').map((one) => readValue(field.kind, operator, one));
  if (!values.every((value) => value !== undefined)) return addIssue(context, path, 'type');
  const [first] = values;
  if (operator === 'contains' && field.kind !== 'set' && typeof first === 'string') {
    if ([...first.trim()].length < MIN_TEXT_LENGTH) {
      context.issues.push({ code: 'too_small', minimum: MIN_TEXT_LENGTH, origin: 'string', path, input: value });
      return undefined;
    }
  }
  return { ...field, operator: operator as CriterionOperator, values };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{"createdBy.equals": "x"}` is equivalent to `{"createdBy": {"equals": "x"}}`. */
function unfold(fields: CriteriaFields, body: Record<string, unknown>): [Path, string, Record<string, unknown>][] {
  return Object.entries(body).flatMap(([key, value]): [Path, string, Record<string, unknown>][] => {
    if (value === null || value === undefined) return [];
    if (Object.hasOwn(fields, key)) return [[[key], key, isRecord(value) ? value : { '': value }]];
    const dot = key.lastIndexOf('.');
    const field = key.slice(0, dot);
    if (dot > 0 && Object.hasOwn(fields, field)) return [[[field], field, { [key.slice(dot + 1)]: value }]];
    return [[[key], key, {}]];
  });
}

/** `status.in[0]`, `status.in.0` and `status.in[]` are members of `status.in`, `sort.0` is one of the sorts. */
function gatherLists(record: Record<string, unknown>): Record<string, unknown> {
  const gathered: Record<string, unknown> = Object.create(null);
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(record)) {
    const base = /^(.+?)(?:\[\d{0,4}\]|\.\d{1,4})$/.exec(key)?.[1];
    if (base === undefined) {
      gathered[key] = value;
      continue;
    }
    let list = lists.get(base);
    if (list === undefined) {
      const previous = gathered[base];
      list = previous === undefined ? [] : Array.isArray(previous) ? [...previous] : [previous];
      lists.set(base, list);
      gathered[base] = list;
    }
    for (const item of Array.isArray(value) ? value : [value]) list.push(item);
  }
  return gathered;
}

function readCriteria(fields: CriteriaFields, body: unknown, context: Context): Criterion[] {
  if (body === null || body === undefined) return [];
  if (!isRecord(body)) {
    addIssue(context, [], 'type');
    return [];
  }
  const criteria = unfold(fields, gatherLists(body)).flatMap(([path, field, operators]) => {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (kind === undefined) {
      addIssue(context, path, 'unknown');
      return [];
    }
    return Object.entries(operators).flatMap(([operator, value]) => {
      if (value === null || value === undefined) return [];
      if (operator !== '') return readCriterion(context, [...path, operator], { field, kind }, operator, value) ?? [];
      if (value !== '') addIssue(context, path, 'type');
      return [];
    });
  });
  const values = criteria.reduce((sum, criterion) => sum + criterion.values.length, 0);
  if (values > MAX_TOTAL_VALUES) addIssue(context, [], 'type');
  return criteria;
}

/**
 * Parses the body of a search into a list of criteria; an unknown field or operator is refused, never ignored. Values
 * that a form has emptied (null, an empty text or object) count as absent; an empty list matches nothing.
 */
export function criteriaSchema<F extends CriteriaFields>(fields: F) {
  return anyInput<CriteriaInput<F>>()
    .transform((body, context) => readCriteria(fields, body, context))
    .meta({ description: 'Criteria: { field: { operator: value } }', criteria: fields });
}

/** Criteria in a query string, without paging: `status.in=SIGNED&folderType.equals=SERVICE`. */
export function criteriaQuery<F extends CriteriaFields>(fields: F) {
  return anyInput<CriteriaQueryInput<F>>()
    .transform((query, context) => readCriteria(fields, query, context))
    .meta({ description: 'Criteria: field.operator=value', criteria: fields });
}

const PAGING = Object.keys(pageQuery.shape);

/** The query string of a list: `page`, `size`, `sort` and its criteria. @param defaults used when the query omits them. */
export function listQuery<F extends CriteriaFields>(fields: F, defaults: { sort?: string; size?: string } = {}) {
  return anyInput<ListQueryInput<F>>()
    .transform((query, context) => {
      const entries = Object.entries(isRecord(query) ? gatherLists(query) : {});
      const paging = { ...defaults, ...Object.fromEntries(entries.filter(([key]) => PAGING.includes(key))) };
      const paged = pageQuery.safeParse(paging, { reportInput: true });
      if (!paged.success) {
        // Copies the issues to another schema: zod's issue type ties the value to the schema that produced it.
        context.issues.push(
          ...paged.error.issues.map((issue) => ({ ...issue, input: issue.input }) as z.core.$ZodRawIssue),
        );
      }
      const rest = Object.fromEntries(entries.filter(([key]) => !PAGING.includes(key)));
      const page: PageQuery = paged.success ? paged.data : { page: 0, size: 1, sort: [] };
      return { ...page, criteria: readCriteria(fields, rest, context) };
    })
    .meta({ description: 'Paging and criteria: field.operator=value', criteria: fields, paged: defaults });
}

/** Names of another entity's members in a list: with `prefix.`, and without prefix unless `own` has the same name. */
export function relatedMembers<T>(
  own: Readonly<Record<string, unknown>>,
  prefix: string,
  related: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  const entries = Object.entries(related);
  return Object.fromEntries([
    ...entries.filter(([name]) => !Object.hasOwn(own, name)),
    ...entries.map(([name, value]) => [`${prefix}.${name}`, value] as const),
  ]);
}

/**
 * Another entity's fields, named as by `relatedMembers`, without counters: a caller may know them only according to
 * what it can see inside (record 0011).
 */
export function relatedFields(own: CriteriaFields, prefix: string, related: CriteriaFields): CriteriaFields {
  const shared = Object.entries(related).filter(([name, kind]) => kind !== 'search' && !/^numberOf/.test(name));
  return relatedMembers(own, prefix, Object.fromEntries(shared));
}
