/** A row of the administration made or changed in a dialog: shared rules, refusals at their fields, nothing typed is lost (specification §5, §8). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { ApiFailure } from '../../api/failure.ts';
import { Note } from '../card.tsx';
import { Dialog, type DialogWidth } from '../dialog.tsx';
import { type Entity, useEntityWork } from '../entity-work.ts';
import { FailureNote } from '../failure-note.tsx';
import { fieldLabel, readable } from '../labels.ts';
import { DraftNote } from './draft-note.tsx';
import { type EntityForm, useEntityForm } from './entity-form.ts';
import classes from './form.module.css';
import { isAlreadyApplied, merge } from './merge.ts';
import { isStale, StaleNote } from './stale-note.tsx';
import { useEditDraft } from './use-edit-draft.ts';
import { focusFirstError, RequiredHint } from './wording.tsx';

export interface EntityDialogProps<V extends Record<string, unknown>, Row extends { id: number }, Body> {
  /** Absent: open while it is mounted. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  width?: DialogWidth;
  entity: Entity;
  /** What is edited; null makes a new one. */
  row: Row | null;
  valuesOf: (row: Row | null) => V;
  issues: (values: V, row: Row | null) => readonly FieldIssue[];
  /** What only this form can say of a field, in words. */
  problems?: (values: V, row: Row | null) => Readonly<Record<string, string>>;
  bodyOf: (values: V, row: Row | null) => Body | Promise<Body>;
  /** Said at the field when `bodyOf` fails: a file that cannot be read any more. */
  unreadable?: Readonly<Record<string, string>>;
  send: (body: Body, row: Row | null, key: string) => Promise<Row>;
  /** The row as it is now: somebody else changed it. */
  reload: (row: Row) => Promise<Row>;
  /** First parts of the query keys that are asked again. */
  refresh: readonly string[];
  /** Second line of the toast. */
  detail?: (row: Row) => string;
  /** Where drafts are told apart: part of the name under which they are kept. */
  keptAs?: string;
  /** What of the values may be kept in the tab. */
  keepable?: (values: V) => V;
  fieldOf?: (serverField: string) => string;
  /** The label of a field, where it hangs on what is typed. */
  labelOf?: (field: string, values: V) => string | undefined;
  /** A value in words, for a field that two people changed. */
  display: (field: keyof V & string, values: V) => string;
  /** False: none of its fields has to be filled. */
  required?: boolean;
  /** What of the values a person should look at twice: asked once, never refused (P-15). */
  doubts?: (values: V) => readonly Warning[];
  onSaved?: (row: Row) => void;
  /** What the button says, when it is not to save. */
  action?: string;
  /** At the left of the foot. */
  aside?: ReactNode;
  children: (form: EntityForm<V>, row: Row | null) => ReactNode;
}

const keyOf = (doubts: readonly Warning[]): string => doubts.map(({ field, code }) => `${field} ${code}`).join();

/** Mount it anew (another `key`) each time it opens: it starts from the row as it was then. */
export function EntityDialog<V extends Record<string, unknown>, Row extends { id: number }, Body>(
  props: EntityDialogProps<V, Row, Body>,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { entity, opened = true, onClose } = props;
  const [row, setRow] = useState(props.row);
  const [failure, setFailure] = useState<unknown>(null);
  const [reloaded, setReloaded] = useState<{ both: string[] } | null>(null);
  /** The doubts that stand on screen: the same ones pass at the next try. */
  const [asked, setAsked] = useState('');
  const preparing = useRef(false);
  const kept = useEditDraft<V>(`${entity}.${props.keptAs ?? props.row?.id ?? 'new'}`);
  const form = useEntityForm<V>({
    initialValues: props.valuesOf(props.row),
    issues: (values) => props.issues(values, row),
    problems: (values) => props.problems?.(values, row) ?? {},
    fieldOf: props.fieldOf,
    labelOf: props.labelOf,
    onValuesChange: (values) => keep(props.valuesOf(row), values),
  });
  const keep = (base: V, typed: V) => {
    const keepable = (values: V) => props.keepable?.(values) ?? values;
    kept.keep({ base: keepable(base), typed: keepable(typed) });
  };
  const refresh = () => {
    for (const name of props.refresh) void client.invalidateQueries({ queryKey: [name] });
  };
  const work = useEntityWork<Body, Row>({
    entity,
    kind: props.row ? 'update' : 'create',
    send: (body, key) => props.send(body, row, key),
    alreadyThere: async (body) => {
      if (row === null) return null;
      const stored = await props.reload(row);
      const worded = async (known: Row) => Object(await props.bodyOf(props.valuesOf(known), known));
      return isAlreadyApplied(await worded(row), Object(body), await worded(stored)) ? stored : null;
    },
    refresh: props.refresh,
    detail: props.detail,
    onDone: (saved) => {
      kept.forget();
      onClose();
      props.onSaved?.(saved);
    },
    onFailed: (refused) => {
      const placed = form.refuse(refused);
      setReloaded(null);
      setFailure(placed ? null : refused);
      // Gone or changed meanwhile: the list behind shows it too.
      if (refused instanceof ApiFailure && (refused.status === 404 || refused.status === 409)) refresh();
    },
  });
  const send = async (values: V) => {
    if (preparing.current || work.isPending) return;
    const open = props.doubts?.(values) ?? [];
    if (keyOf(open) !== asked) {
      setAsked(keyOf(open));
      if (open.length > 0) return;
    }
    preparing.current = true;
    setFailure(null);
    try {
      work.mutate(await props.bodyOf(values, row));
    } catch {
      form.setErrors(props.unreadable ?? {});
      focusFirstError(props.unreadable ?? {});
    } finally {
      preparing.current = false;
    }
  };
  const current = useMutation({
    mutationFn: (known: Row) => props.reload(known),
    onSuccess: (stored, known) => {
      // What is typed while the row is on its way counts too.
      const merged = merge(props.valuesOf(known), form.getValues(), props.valuesOf(stored));
      setRow(stored);
      form.setValues(merged.values);
      keep(props.valuesOf(stored), merged.values);
      form.clearErrors();
      setFailure(null);
      setReloaded({ both: merged.both.map((field) => inWords(field, props.valuesOf(stored))) });
    },
    onError: setFailure,
  });
  const inWords = (field: keyof V & string, values: V) =>
    `${fieldLabel(t, field) ?? readable(field)} ${props.display(field, values) || t('missing')}`;
  const doubts = asked === '' ? [] : (props.doubts?.(form.values) ?? []);
  const stale = isStale(failure);

  return (
    <Dialog
      opened={opened}
      title={props.title}
      width={props.width ?? 620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          {props.aside ? <span className={classes.footAside}>{props.aside}</span> : null}
          <Button
            variant="default"
            disabled={work.isPending}
            onClick={() => {
              // Left on purpose, unlike a session that ends or a key pressed by mistake.
              kept.forget();
              onClose();
            }}
          >
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={work.isPending}>
            {doubts.length > 0 ? t('form.saveAnyway') : (props.action ?? t('form.save'))}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={classes.stack} onSubmit={form.submit((values) => void send(values))}>
        {kept.offered ? (
          <DraftNote
            at={kept.offered.at}
            onResume={() => {
              const stored = props.valuesOf(row);
              const { values, both } = kept.resume(stored);
              form.setValues(values);
              if (both.length > 0) setReloaded({ both: both.map((field) => inWords(field, stored)) });
            }}
            onDiscard={kept.discard}
          />
        ) : null}
        {stale ? (
          <StaleNote loading={current.isPending} onReload={() => row && current.mutate(row)} />
        ) : failure ? (
          <FailureNote failure={failure} undone={t(`work.${entity}.${props.row ? 'updateFailed' : 'createFailed'}`)} />
        ) : null}
        {reloaded ? (
          <Note tone="info" title={t('form.reloaded')}>
            {t('form.reloadedText')}{' '}
            {reloaded.both.length > 0 ? t('form.savedMeanwhile', { list: reloaded.both.join(', ') }) : null}
          </Note>
        ) : null}
        {props.required === false ? null : <RequiredHint />}
        {props.children(form, row)}
        {doubts.length > 0 ? (
          <div role="alert">
            <Note tone="waiting" title={t('form.doubts')}>
              {[...new Set(doubts.map((doubt) => doubt.message))].join(' ')}
            </Note>
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}
