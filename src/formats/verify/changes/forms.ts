/** Decides which changes a later revision may make to the form itself (AcroForm) without altering how anything is drawn. */
import { PdfArray, PdfBool, type PdfDict, type PdfObject, PdfString } from '@libpdf/core';
import type { Problem } from '../problems.ts';
import { changedKeys, sameObject } from '../same-object.ts';
import { integerOf, type Resolve, resolved } from '../syntax.ts';
import type { AllowedChanges } from './allowed.ts';
import type { Roles } from './object-roles.ts';
import { isPlainDict } from './widgets.ts';

type Resolvers = readonly [older: Resolve, newer: Resolve];

/** @returns the problems of all entries except `/Fields`. */
export function formProblems(
  older: PdfDict,
  newer: PdfDict,
  roles: Roles,
  allowed: AllowedChanges,
  resolve: Resolvers,
): Problem[] {
  return changedKeys(older, newer).flatMap((key): Problem[] => {
    if (key === 'Fields' || isHarmless(key, older, newer, roles, resolve)) return [];
    if (key === 'SigFlags') return areAllowedSigFlags(older, newer, allowed) ? [] : [`change.form: ${key}`];
    // In a form without fields to fill in, it would only redraw signed content.
    const affectsAppearance = key === 'NeedAppearances' || key === 'DA' || key === 'DR';
    if (!affectsAppearance || allowed.isClosed) return [`change.form: ${key}`];
    if (!roles.onlySignatureFields) return ['later.filledIn'];
    return key === 'NeedAppearances' && isOff(newer.get(key)) ? [] : [`change.form: ${key}`];
  });
}

const isOff = (value: PdfObject | undefined): boolean =>
  value === undefined || (value instanceof PdfBool && !value.value);

/** Signatures are not drawn from the field defaults; an empty calculation order has no effect. */
function isHarmless(key: string, older: PdfDict, newer: PdfDict, roles: Roles, resolve: Resolvers): boolean {
  const value = newer.get(key);
  if (key === 'DA') return roles.onlySignatureFields && (value === undefined || value instanceof PdfString);
  if (key === 'DR') return hasOnlyAddedResources(older.get(key), value, roles, resolve);
  if (key !== 'CO') return false;
  return [older.get(key), value].every((one) => one === undefined || (one instanceof PdfArray && one.length === 0));
}

function areAllowedSigFlags(older: PdfDict, newer: PdfDict, leave: AllowedChanges): boolean {
  const [before, after] = [integerOf(older.get('SigFlags')), integerOf(newer.get('SigFlags'))];
  // Append-only may be added: it only restricts.
  return (
    after === 3 || (!leave.isClosed && (after === null ? !newer.has('SigFlags') : after === 1)) || after === before
  );
}

/**
 * Whether default resources keep all their entries, and add no name that a fillable field already uses. References are
 * compared by their targets.
 */
export function hasOnlyAddedResources(
  older: PdfObject | undefined,
  newer: PdfObject | undefined,
  roles: Roles,
  [old, fresh]: Resolvers,
): boolean {
  const [before, after] = [resolved(older, old), resolved(newer, fresh)];
  if (older !== undefined && !isPlainDict(before)) return false;
  if (!isPlainDict(after)) return false;
  const added: string[] = [];
  for (const key of isPlainDict(before) ? changedKeys(before, after) : [...after.keys()].map(({ value }) => value)) {
    const [one, newTable] = [
      resolved(isPlainDict(before) ? before.get(key) : undefined, old),
      resolved(after.get(key), fresh),
    ];
    if (one === null) {
      if (isPlainDict(newTable)) added.push(...[...newTable.keys()].map(({ value }) => value));
      else if (!(newTable instanceof PdfArray)) return false;
      continue;
    }
    if (sameObject(one, newTable)) continue;
    if (!isPlainDict(one) || !isPlainDict(newTable)) return false;
    for (const changed of changedKeys(one, newTable)) {
      if (one.has(changed)) return false;
      added.push(changed);
    }
  }
  return roles.onlySignatureFields || !added.some((name) => isUsedByField(name, roles, old));
}

/** Whether a field's default appearance names a resource. */
function isUsedByField(name: string, roles: Roles, resolve: Resolve): boolean {
  const appearances = roles.fields.flatMap(({ dict, widgets }) => [dict, ...widgets.map((widget) => widget.dict)]);
  return appearances.some((dict) => dict.getString('DA', resolve)?.asString().includes(`/${name}`) ?? false);
}
