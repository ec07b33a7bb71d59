/**
 * Lists that generated papers repeat line by line (options, payments, jobs, parts, damages, photos): numbered variable
 * fields, like those of the drivers.
 */
import type { FieldIssue } from '../errors.ts';
import { type PaperField, type PaperFieldGroup, type PaperFieldKind, type PaperValues, textOf } from './fields.ts';
import { DAMAGE_KINDS, DAMAGE_PLACES } from './labels/choice-labels.ts';
import { type ListName, type ListPart, maxRows } from './labels/list-labels.ts';

interface Part<L extends ListName> {
  readonly part: ListPart<L>;
  readonly kind: PaperFieldKind;
  /** Required once any part of its line is filled in. */
  readonly needed?: true;
  readonly choices?: readonly string[];
}

export interface PaperList<L extends ListName = ListName> {
  readonly name: L;
  readonly group: PaperFieldGroup;
  readonly parts: readonly Part<L>[];
}

export const OPTIONS: PaperList<'OPTION'> = {
  name: 'OPTION',
  group: 'options',
  parts: [
    { part: 'NAME', kind: 'text', needed: true },
    { part: 'CODE', kind: 'text' },
    { part: 'PRICE', kind: 'money', needed: true },
  ],
};

export const PAYMENTS: PaperList<'PAYMENT'> = {
  name: 'PAYMENT',
  group: 'payment',
  parts: [
    { part: 'NAME', kind: 'text', needed: true },
    { part: 'DUE', kind: 'date', needed: true },
    { part: 'AMOUNT', kind: 'money', needed: true },
  ],
};

export const JOBS: PaperList<'JOB'> = {
  name: 'JOB',
  group: 'jobs',
  parts: [
    { part: 'NAME', kind: 'text', needed: true },
    { part: 'HOURS', kind: 'hours' },
  ],
};

export const PARTS: PaperList<'PART'> = {
  name: 'PART',
  group: 'parts',
  parts: [
    { part: 'NAME', kind: 'text', needed: true },
    { part: 'CODE', kind: 'text' },
    { part: 'QUANTITY', kind: 'integer', needed: true },
    { part: 'PRICE', kind: 'money' },
  ],
};

/** Work found necessary later: description, price, and when and how the customer authorised it. */
export const EXTRAS: PaperList<'EXTRA'> = {
  name: 'EXTRA',
  group: 'extraWork',
  parts: [
    { part: 'NAME', kind: 'text', needed: true },
    { part: 'AMOUNT', kind: 'money', needed: true },
    { part: 'TIME', kind: 'dateTime', needed: true },
    { part: 'MEANS', kind: 'text', needed: true },
  ],
};

/** Damaged part of the vehicle, position on its drawing, and kind or description of the damage (damages/damage-block.ts). */
export const DAMAGES: PaperList<'DAMAGE'> = {
  name: 'DAMAGE',
  group: 'damage',
  parts: [
    { part: 'PLACE', kind: 'choice', needed: true, choices: Object.keys(DAMAGE_PLACES) },
    { part: 'SPOT', kind: 'spot' },
    { part: 'KIND', kind: 'choice', choices: Object.keys(DAMAGE_KINDS) },
    { part: 'TEXT', kind: 'text' },
  ],
};

/** Photos, each with a short caption. */
export const PHOTOS: PaperList<'PHOTO'> = {
  name: 'PHOTO',
  group: 'photos',
  parts: [
    { part: 'FILE', kind: 'photo', needed: true },
    { part: 'TEXT', kind: 'text' },
  ],
};

/** Name of a line's field: `OPTION_1_PRICE`. */
const rowField = (list: string, row: number, part: string): string => `${list}_${row}_${part}`;

const numbers = (list: ListName): number[] => Array.from({ length: maxRows(list) }, (_, index) => index + 1);

/** Fields of all lines, in the order of the form. */
export function listFields({ name, group, parts }: PaperList): PaperField[] {
  return numbers(name).flatMap((row) =>
    parts.map(({ part, kind, choices }) => ({
      name: rowField(name, row, part),
      kind,
      group,
      required: false,
      row,
      ...(choices === undefined ? {} : { choices }),
    })),
  );
}

/** Values of one line. */
export interface ListRow<L extends ListName> {
  readonly row: number;
  text(part: ListPart<L>): string;
  field(part: ListPart<L>): string;
}

/** Non-empty lines, in order. */
export function listRows<L extends ListName>({ name, parts }: PaperList<L>, values: PaperValues): ListRow<L>[] {
  return numbers(name)
    .map((row) => ({
      row,
      text: (part: ListPart<L>) => textOf(values, rowField(name, row, part)),
      field: (part: ListPart<L>) => rowField(name, row, part),
    }))
    .filter(({ text }) => parts.some(({ part }) => text(part) !== ''));
}

/** Missing values of started lines. */
export function listIssues<L extends ListName>(list: PaperList<L>, values: PaperValues): FieldIssue[] {
  return listRows(list, values).flatMap(({ text, field }) =>
    list.parts
      .filter(({ part, needed }) => needed && text(part) === '')
      .map(({ part }): FieldIssue => ({ objectName: 'document', field: field(part), code: 'required' })),
  );
}
