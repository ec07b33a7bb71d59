/** Editing one row: what is typed is kept, saved once, put at its fields when refused, merged with what others saved meanwhile. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isStale } from '../../api/failure.ts';
import { type Act, type Entity, useAct } from '../act/use-act.ts';
import { fieldLabel, readable } from '../labels.ts';
import type { Met, Shown } from './conflict/conflict.ts';
import { type EntityForm, type EntityFormOptions, useEntityForm } from './entity-form.ts';
import { isAlreadyApplied, type Merge, merge } from './merge.ts';
import { useEditDraft } from './use-edit-draft.ts';
import { focusFirstError } from './wording.tsx';

/** What a person should look at twice. */
export interface Doubt {
  field: string;
  code: string;
  message: string;
}

/** What saving asks of a form, whatever its fields are. */
export interface EditedForm<V> {
  values: V;
  getValues: () => V;
  setValues: (values: V) => void;
  setErrors: (errors: Record<string, string>) => void;
  clearErrors: () => void;
  /** Puts a refusal at its fields; true when every one found its field. */
  refuse: (failure: unknown) => boolean;
}

export interface SavingOptions<V, Row, Body> extends Shown<V> {
  /** Names the words of its toast. */
  of?: Act<Body, Row>['of'];
  /** What is edited; null makes a new one. */
  row: Row | null;
  valuesOf: (row: Row | null) => V;
  /** Rejects when a file cannot be read any more: then `unreadable` is said at its fields. */
  bodyOf: (values: V, row: Row | null) => Body | Promise<Body>;
  unreadable?: Readonly<Record<string, string>>;
  /** `key` is the Idempotency-Key of a new row. */
  send: (body: Body, row: Row | null, key: string) => Promise<Row>;
  /** The row as it is stored now. */
  reload: (row: Row) => Promise<Row>;
  /** Whether a stored row is the one that `body` leads to, beyond what its own body says. */
  isApplied?: (stored: Row, body: Body) => boolean;
  /** Finds out in its own way whether the stored row has what was sent. */
  alreadyApplied?: Act<Body, Row>['alreadyApplied'];
  /** Names the draft on this computer; another row has another one. Null: nothing is kept. */
  draft: string | null;
  /** What of the values may be kept on this computer. */
  keepable?: (values: V) => V;
  /** Puts what was typed on top of what is stored now, where fields are not merged one by one. */
  merge?: Merge<V>;
  /** Names a field that two people changed, and what is stored there. */
  describe?: (field: keyof V & string, stored: V) => string;
  /** What of the values a person should look at twice: asked once, never refused (P-15). */
  doubts?: (values: V) => readonly Doubt[];
  /** What this call makes stale is read again. */
  call: Act<Body, Row>['call'];
  path?: Act<Body, Row>['path'];
  /** The words of its toast, where they are not the entity's. */
  words?: Act<Body, Row>['words'];
  /** Second line of the toast. */
  detail?: (saved: Row, body: Body, before: Row | null) => string | undefined;
  onSaved?: (row: Row) => void;
  onFailed?: (failure: unknown) => void;
}

/** The row behind a form: as it was read, with what is typed over it kept, and read again once others have saved. */
function useStoredRow<V extends object, Row, Body>(form: EditedForm<V>, options: SavingOptions<V, Row, Body>) {
  const { t } = useTranslation();
  const [row, setRow] = useState(options.row);
  const [failure, setFailure] = useState<unknown>(null);
  /** Fields that somebody else changed too; null while nothing was merged. */
  const [merged, setMerged] = useState<readonly string[] | null>(null);
  /** The row as others saved it, once a save was refused for that. */
  const [theirs, setTheirs] = useState<Row | null>(null);
  const draft = useEditDraft<V>(options.draft ?? '', options.merge);
  const { valuesOf } = options;
  const nameBoth = (both: readonly (keyof V & string)[], stored: V) =>
    setMerged(both.map((field) => options.describe?.(field, stored) ?? fieldLabel(t, field) ?? readable(field)));
  const keep = (typed: V, base = valuesOf(row)) => {
    if (options.draft === null) return;
    const keepable = (values: V) => options.keepable?.(values) ?? values;
    draft.keep({ base: keepable(base), typed: keepable(typed) });
  };
  const current = useMutation({
    mutationFn: (known: Row) => options.reload(known),
    onSuccess: (stored, known) => {
      // What is typed while the row is on its way counts too.
      const { values, both } = (options.merge ?? merge)(valuesOf(known), form.getValues(), valuesOf(stored));
      setRow(stored);
      setTheirs(null);
      form.setValues(values);
      keep(values, valuesOf(stored));
      form.clearErrors();
      setFailure(null);
      nameBoth(both, valuesOf(stored));
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
    reload: () => row !== null && current.mutate(row),
    reloading: current.isPending,
    resume: () => {
      const stored = valuesOf(row);
      const { values, both } = draft.resume(stored);
      form.setValues(values);
      if (both.length > 0) nameBoth(both, stored);
    },
  };
}

const keyOf = (doubts: readonly Doubt[]): string => doubts.map(({ field, code }) => `${field} ${code}`).join();

const createdOnce =
  <V, Row, Body>({ of, draft }: SavingOptions<V, Row, Body>) =>
  (body: Body): [string, unknown] => [of?.[1] ?? '', [draft, body]];

/** Saves what a form holds; the form tells each change by `changed`. */
export function useSaving<V extends object, Row, Body>(form: EditedForm<V>, options: SavingOptions<V, Row, Body>) {
  const stored = useStoredRow(form, options);
  const { row, failure } = stored;
  const { valuesOf, bodyOf } = options;
  /** The doubts that stand on screen: the same ones pass at the next try. */
  const [asked, setAsked] = useState('');
  const preparing = useRef(false);
  const act = useAct<Body, Row>({
    ...(options.of && { of: options.of }),
    ...(options.words && { words: options.words }),
    // The body need not name the row that a new one belongs to; its draft does.
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
      const placed = form.refuse(refused);
      stored.setMerged(null);
      stored.setFailure(placed ? null : refused);
      options.onFailed?.(refused);
    },
  });
  const save = async (values: V, next?: (saved: Row) => void) => {
    if (preparing.current || act.isPending) return;
    const open = options.doubts?.(values) ?? [];
    if (keyOf(open) !== asked) {
      setAsked(keyOf(open));
      if (open.length > 0) return;
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
    /** The values of the row as it is stored. */
    base: valuesOf(row),
    busy: act.isPending,
    isStale: isStale(failure),
    met: stored.theirs && ({ row, theirs: stored.theirs, mine: form.values, options } as Met),
    doubts: asked === '' ? [] : (options.doubts?.(form.values) ?? []),
    changed: (values: V) => stored.keep(values),
    /** For a row that is read after the form is drawn. */
    begin: (known: Row, values = valuesOf(known)) => {
      stored.setRow(known);
      form.setValues(values);
    },
    /** Saves, unless a doubt has to be asked first; `next` follows once it is saved. */
    save: (values: V, next?: (saved: Row) => void) => void save(values, next),
  };
}

/** The stored row when it has what was sent already: an earlier answer was lost. */
async function appliedRow<V, Row, Body>(
  options: SavingOptions<V, Row, Body>,
  row: Row | null,
  body: Body,
  onDiffers: (now: Row) => void,
) {
  if (row === null) return null;
  const { valuesOf, bodyOf, isApplied } = options;
  const now = await options.reload(row);
  const worded = async (known: Row) => Object(await bodyOf(valuesOf(known), known));
  const applied = isAlreadyApplied(await worded(row), Object(body), await worded(now));
  if (applied && isApplied?.(now, body) !== false) return now;
  onDiffers(now);
  return null;
}

export type EditingOptions<V extends Record<string, unknown>, Row, Body> = Omit<SavingOptions<V, Row, Body>, 'of'> &
  Omit<EntityFormOptions<V>, 'initialValues' | 'onValuesChange' | 'issues' | 'problems'> & {
    entity: Entity;
    issues: (values: V, row: Row | null) => ReturnType<EntityFormOptions<V>['issues']>;
    /** What only this form can say of a field, in words. */
    problems?: (values: V, row: Row | null) => Readonly<Record<string, string>>;
  };

export type Editing<V extends Record<string, unknown>, Row, Body> = ReturnType<typeof useSaving<V, Row, Body>> & {
  form: EntityForm<V>;
};

/** A form over a row, from its first values to its save. Mount it anew for another row. */
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
