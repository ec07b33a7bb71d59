/** Editing one row: keeps the input, saves it once, shows refusals at their fields, and merges it with changes saved by other users. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStale } from '../../api/failure.ts';
import { type Act, type Entity, useAct } from '../act/use-act.ts';
import { fieldLabel, readable } from '../labels.ts';
import type { FieldDisplay, RefusedSave } from './conflict/conflict.ts';
import { type EntityForm, type EntityFormOptions, useEntityForm } from './entity-form.ts';
import { focusFirstError } from './form-messages.tsx';
import { isAlreadyApplied, type Merge, merge } from './merge-changes.ts';
import { useEditDraft } from './use-edit-draft.ts';

/** A value that the user should check. */
export interface Doubt {
  field: string;
  code: string;
  message: string;
}

/** What saving needs from any form. */
export interface EditedForm<V> {
  values: V;
  getValues: () => V;
  setValues: (values: V) => void;
  setErrors: (errors: Record<string, string>) => void;
  clearErrors: () => void;
  /** Shows a refusal at its fields; true when every error had a field. */
  refuse: (failure: unknown) => boolean;
}

export interface SavingOptions<V, Row, Body> extends FieldDisplay<V> {
  /** Determines the texts of its toast. */
  of?: Act<Body, Row>['of'];
  /** The row to edit; null creates one. */
  row: Row | null;
  valuesOf: (row: Row | null) => V;
  /** Rejects when a file can no longer be read: `unreadable` is then shown at its fields. */
  bodyOf: (values: V, row: Row | null) => Body | Promise<Body>;
  unreadable?: Readonly<Record<string, string>>;
  /** `key` is the Idempotency-Key of a new row. */
  send: (body: Body, row: Row | null, key: string) => Promise<Row>;
  /** Loads the stored row. */
  reload: (row: Row) => Promise<Row>;
  /** Further checks, beyond comparing bodies, whether a stored row results from `body`. */
  isApplied?: (stored: Row, body: Body) => boolean;
  /** Replaces the default check whether the stored row has the sent values. */
  alreadyApplied?: Act<Body, Row>['alreadyApplied'];
  /** Name of the draft on this computer, unique per row. Null keeps none. */
  draft: string | null;
  /** The part of the values that may be kept on this computer. */
  keepable?: (values: V) => V;
  /** Merges the input over the stored values, where fields are not merged one by one. */
  merge?: Merge<V>;
  /** Names a field changed by both users, with the stored value. */
  describe?: (field: keyof V & string, stored: V) => string;
  /** Values that the user should check: asked about once, never refused. */
  doubts?: (values: V) => readonly Doubt[];
  /** The data that this call makes stale are reloaded. */
  call: Act<Body, Row>['call'];
  path?: Act<Body, Row>['path'];
  /** Texts of its toast, where they are not the entity's. */
  words?: Act<Body, Row>['words'];
  /** Second line of the toast. */
  detail?: (saved: Row, body: Body, before: Row | null) => string | undefined;
  onSaved?: (row: Row) => void;
  onFailed?: (failure: unknown) => void;
}

/** The row behind a form: as loaded, with the input kept as a draft; reloaded when other users have saved. */
function useStoredRow<V extends object, Row, Body>(form: EditedForm<V>, options: SavingOptions<V, Row, Body>) {
  const { t } = useTranslation();
  const [row, setRow] = useState(options.row);
  const [failure, setFailure] = useState<unknown>(null);
  /** Fields that another user changed too; null while nothing was merged. */
  const [merged, setMerged] = useState<readonly string[] | null>(null);
  /** The row as saved by another user, set when a save was refused for that. */
  const [theirs, setTheirs] = useState<Row | null>(null);
  const draft = useEditDraft<V>(options.draft ?? '', options.merge);
  const { valuesOf } = options;
  const showMerged = (both: readonly (keyof V & string)[], stored: V) =>
    setMerged(both.map((field) => options.describe?.(field, stored) ?? fieldLabel(t, field) ?? readable(field)));
  const keep = (typed: V, base = valuesOf(row)) => {
    if (options.draft === null) return;
    const keepable = (values: V) => options.keepable?.(values) ?? values;
    draft.keep({ base: keepable(base), typed: keepable(typed) });
  };
  const reload = useMutation({
    mutationFn: (previous: Row) => options.reload(previous),
    onSuccess: (stored, previous) => {
      // Includes input typed while the row was loading.
      const { values, both } = (options.merge ?? merge)(valuesOf(previous), form.getValues(), valuesOf(stored));
      setRow(stored);
      setTheirs(null);
      form.setValues(values);
      keep(values, valuesOf(stored));
      form.clearErrors();
      setFailure(null);
      showMerged(both, valuesOf(stored));
    },
    onError: setFailure,
  });
  return {
    row,
    setRow,
    failure,
    setFailure,
    merged,
    setMerged,
    theirs,
    setTheirs,
    keep,
    forget: draft.forget,
    discard: draft.discard,
    offered: draft.offered,
    reload: () => row !== null && reload.mutate(row),
    reloading: reload.isPending,
    resume: () => {
      const stored = valuesOf(row);
      const { values, both } = draft.resume(stored);
      form.setValues(values);
      if (both.length > 0) showMerged(both, stored);
    },
  };
}

const keyOf = (doubts: readonly Doubt[]): string => doubts.map(({ field, code }) => `${field} ${code}`).join();

const createdOnce =
  <V, Row, Body>({ of, draft }: SavingOptions<V, Row, Body>) =>
  (body: Body): [string, unknown] => [of?.[1] ?? '', [draft, body]];

/** Saves the values of a form; the form must call `changed` on each change. */
export function useSaving<V extends object, Row, Body>(form: EditedForm<V>, options: SavingOptions<V, Row, Body>) {
  const stored = useStoredRow(form, options);
  const { row, failure } = stored;
  const { valuesOf, bodyOf } = options;
  /** The doubts shown on screen: the same ones pass at the next attempt. */
  const [shownDoubts, setShownDoubts] = useState('');
  const preparing = useRef(false);
  const act = useAct<Body, Row>({
    ...(options.of && { of: options.of }),
    ...(options.words && { words: options.words }),
    // The body of a new row may omit its parent row; its draft name includes it.
    ...(row === null && options.of && { once: createdOnce(options) }),
    send: (body, { key }) => options.send(body, row, key),
    alreadyApplied: options.alreadyApplied ?? ((body) => appliedRow(options, row, body, stored.setTheirs)),
    call: options.call,
    ...(options.path && { path: options.path }),
    detail: (saved, body) => options.detail?.(saved, body, row),
    onDone: (saved) => {
      stored.forget();
      stored.setRow(saved);
      stored.setMerged(null);
      options.onSaved?.(saved);
    },
    onFailed: (refused) => {
      const allPlaced = form.refuse(refused);
      stored.setMerged(null);
      stored.setFailure(allPlaced ? null : refused);
      options.onFailed?.(refused);
    },
  });
  const save = async (values: V, next?: (saved: Row) => void) => {
    if (preparing.current || act.isPending) return;
    const openDoubts = options.doubts?.(values) ?? [];
    if (keyOf(openDoubts) !== shownDoubts) {
      setShownDoubts(keyOf(openDoubts));
      if (openDoubts.length > 0) return;
    }
    preparing.current = true;
    stored.setFailure(null);
    stored.setTheirs(null);
    try {
      act.mutate(await bodyOf(values, row), { onSuccess: (saved) => next?.(saved) });
    } catch {
      form.setErrors({ ...options.unreadable });
      focusFirstError(options.unreadable ?? {});
    } finally {
      preparing.current = false;
    }
  };
  return {
    ...stored,
    act,
    /** The values of the stored row. */
    base: valuesOf(row),
    busy: act.isPending,
    isStale: isStale(failure),
    met: stored.theirs && ({ row, theirs: stored.theirs, mine: form.values, options } as RefusedSave),
    doubts: shownDoubts === '' ? [] : (options.doubts?.(form.values) ?? []),
    changed: (values: V) => stored.keep(values),
    /** For a row that is loaded after the form's first render. */
    begin: (loaded: Row, values = valuesOf(loaded)) => {
      stored.setRow(loaded);
      form.setValues(values);
    },
    /** Saves, unless there is a new doubt to ask about; calls `next` after saving. */
    save: (values: V, next?: (saved: Row) => void) => void save(values, next),
  };
}

/** Returns the stored row when it already has the sent values: an earlier answer was lost. */
async function appliedRow<V, Row, Body>(
  options: SavingOptions<V, Row, Body>,
  row: Row | null,
  body: Body,
  onDiffers: (stored: Row) => void,
) {
  if (row === null) return null;
  const { valuesOf, bodyOf, isApplied } = options;
  const current = await options.reload(row);
  const comparableBody = async (record: Row) => Object(await bodyOf(valuesOf(record), record));
  const applied = isAlreadyApplied(await comparableBody(row), Object(body), await comparableBody(current));
  if (applied && isApplied?.(current, body) !== false) return current;
  onDiffers(current);
  return null;
}

export type EditingOptions<V extends Record<string, unknown>, Row, Body> = Omit<SavingOptions<V, Row, Body>, 'of'> &
  Omit<EntityFormOptions<V>, 'initialValues' | 'onValuesChange' | 'issues' | 'problems'> & {
    entity: Entity;
    issues: (values: V, row: Row | null) => ReturnType<EntityFormOptions<V>['issues']>;
    /** Further checks of this form, as messages. */
    problems?: (values: V, row: Row | null) => Readonly<Record<string, string>>;
  };

export type Editing<V extends Record<string, unknown>, Row, Body> = ReturnType<typeof useSaving<V, Row, Body>> & {
  form: EntityForm<V>;
};

/** A form over a row, from its initial values to its save. Remount it for another row. */
export function useEditing<V extends Record<string, unknown>, Row, Body>(
  options: EditingOptions<V, Row, Body>,
): Editing<V, Row, Body> {
  const form = useEntityForm<V>({
    initialValues: options.valuesOf(options.row),
    issues: (values) => options.issues(values, saving.row),
    problems: (values) => options.problems?.(values, saving.row) ?? {},
    ...(options.fieldOf && { fieldOf: options.fieldOf }),
    ...(options.labelOf && { labelOf: options.labelOf }),
    onValuesChange: (values) => saving.changed(values),
  });
  const saving: ReturnType<typeof useSaving<V, Row, Body>> = useSaving(form, {
    of: [options.row ? 'update' : 'create', options.entity],
    ...options,
  });
  return { ...saving, form };
}
