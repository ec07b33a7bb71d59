/** Lists that papers repeat line by line (options, payments, jobs, parts, damages, photos): numbered variable fields, like those of the drivers (D-110). */
import type { FieldIssue } from '../errors.ts';
import { type PaperField, type PaperFieldGroup, type PaperFieldKind, type PaperValues, textOf } from './fields.ts';
import { DAMAGE_KINDS, DAMAGE_PLACES } from './labels/choice-labels.ts';
import { type ListName, type ListPart, mostRows } from './labels/list-labels.ts';

interface Part<L extends ListName> {
  readonly part: ListPart<L>;
  readonly kind: PaperFieldKind;
  /** Wanted as soon as anything of its line is said. */
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

/** Work that turns out to be needed later: what, for how much, when and by which means the customer has allowed it (D §8.2). */
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

/** A part of the vehicle, where on its drawing, what happened: the kind or a description (damages/damage-block.ts). */
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

/** What was photographed, each with a few words (D §8.2). */
export const PHOTOS: PaperList<'PHOTO'> = {
  name: 'PHOTO',
  group: 'photos',
  parts: [
    { part: 'FILE', kind: 'photo', needed: true },
    { part: 'TEXT', kind: 'text' },
  ],
};

/** `OPTION_1_PRICE`. */
const rowField = (list: string, row: number, part: string): string => `${list}_${row}_${part}`;

const numbers = (list: ListName): number[] => Array.from({ length: mostRows(list) }, (_, index) => index + 1);

/** The fields of every line, in the order of the form. */
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

/** What one line says. */
export interface ListRow<L extends ListName> {
  readonly row: number;
  text(part: ListPart<L>): string;
  field(part: ListPart<L>): string;
}

/** The lines that say anything, in their order. */
export function listRows<L extends ListName>({ name, parts }: PaperList<L>, values: PaperValues): ListRow<L>[] {
  return numbers(name)
    .map((row) => ({
      row,
      text: (part: ListPart<L>) => textOf(values, rowField(name, row, part)),
      field: (part: ListPart<L>) => rowField(name, row, part),
    }))
    .filter(({ text }) => parts.some(({ part }) => text(part) !== ''));
}

/** What lines lack that were begun. */
export function listIssues<L extends ListName>(list: PaperList<L>, values: PaperValues): FieldIssue[] {
  return listRows(list, values).flatMap(({ text, field }) =>
    list.parts
      .filter(({ part, needed }) => needed && text(part) === '')
      .map(({ part }): FieldIssue => ({ objectName: 'document', field: field(part), code: 'required' })),
  );
}
