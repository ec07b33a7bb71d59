/** Writes a draft of clauses: label, note, heading and text of each, placeholders put in where the cursor is; the paper beside it (issue: administration). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updatePaperVersion } from '#contract/calls/papers.ts';
import { ask } from '../../api/client.ts';
import { type PaperDraft, type Version, versionQuery } from '../../api/papers.ts';
import { Card, Note } from '../../ui/card.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import { KeptNote } from '../../ui/form/kept-note.tsx';
import { useKeptOver } from '../../ui/form/kept-over.ts';
import { isStale, StaleNote } from '../../ui/form/stale-note.tsx';
import { mergeTyped, standsThere } from '../../ui/form/three-way.ts';
import { focusFirstError, RequiredHint } from '../../ui/form/wording.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import {
  type ClauseValues,
  clauseIssues,
  clausesBody,
  clausesOf,
  clauseValues,
  fieldOfServer,
} from './clause-values.ts';
import classes from './papers.module.css';
import { type Sample, SamplePreview } from './sample-preview.tsx';
import { StandingNote, useVersionAct } from './version-actions.tsx';
import { placeholderName, withNamedPlaceholders, withPlaceholderCodes } from './wording.ts';

export function ClausesForm(props: { draft: PaperDraft; version: Version; onRemove: () => void }) {
  const { t } = useTranslation();
  const { draft, version } = props;
  const client = useQueryClient();
  const valuesOf = (row: Version) =>
    inTexts(clauseValues(row, clausesOf(draft, row.clauses)), (text) => withNamedPlaceholders(t, text));
  const coded = (values: ClauseValues) => inTexts(values, (text) => withPlaceholderCodes(t, text, draft.placeholders));
  const [base, setBase] = useState(() => ({ values: valuesOf(version), read: version.lastModifiedDate }));
  const [failure, setFailure] = useState<unknown>(null);
  // Saved first: what is submitted is what stands in the form.
  const submitsNext = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const goingOn = (on: boolean) => {
    submitsNext.current = on;
    setSubmitting(on);
  };
  const kept = useKeptOver<ClauseValues>(`paper-${version.id}`);
  const form = useEntityForm<ClauseValues>({
    initialValues: base.values,
    issues: (values) => clauseIssues(coded(values), draft),
    fieldOf: (field) => fieldOfServer(field, draft),
    labelOf: (field) => (field === 'version' ? t('papers.label') : t(labelKey(field))),
    onValuesChange: (typed) => kept.keep({ base: base.values, typed }),
  });
  const submit = useVersionAct(version);
  const current = () => client.fetchQuery({ ...versionQuery(version.id), staleTime: 0 });
  const work = useEntityWork<ClauseValues, Version>({
    entity: 'papers',
    kind: 'update',
    send: (values) =>
      ask(updatePaperVersion, {
        body: { ...clausesBody(coded(values), draft), id: version.id, lastModifiedDate: base.read },
      }),
    alreadyThere: async (values) => {
      const stored = await current();
      const bodyOf = (known: ClauseValues) => clausesBody(coded(known), draft);
      return standsThere(bodyOf(base.values), bodyOf(values), bodyOf(valuesOf(stored))) ? stored : null;
    },
    detail: (answer) => answer.version ?? undefined,
    onDone: (answer) => {
      kept.forget();
      client.setQueryData(versionQuery(version.id).queryKey, answer);
      setBase({ values: valuesOf(answer), read: answer.lastModifiedDate });
      if (submitsNext.current) submit.mutate({ act: 'submit' });
      goingOn(false);
    },
    onFailed: (refusal) => {
      goingOn(false);
      setFailure(form.refuse(refusal) ? null : refusal);
    },
  });
  const reload = useMutation({
    mutationFn: current,
    onSuccess: (stored) => {
      const theirs = valuesOf(stored);
      const { values } = mergeTyped(base.values, form.getValues(), theirs);
      form.setValues(values);
      setBase({ values: theirs, read: stored.lastModifiedDate });
      setFailure(null);
    },
    onError: setFailure,
  });
  const save = (values: ClauseValues) => {
    if (work.isPending) return;
    setFailure(null);
    work.mutate(values);
  };
  const insert = useInsertion((field, text) => form.setFieldValue(field, text));
  const stale = isStale(failure);
  const written = coded(form.values);
  const body = clausesBody(written, draft);
  const printable = clauseIssues(written, draft).every(({ field }) => field === 'version' || field === 'note');
  const sample: Sample = {
    type: draft.type,
    language: draft.language,
    legalEntity: version.legalEntity,
    ...(body.version === '' ? {} : { version: body.version.slice(0, 40) }),
    clauses: body.clauses,
  };
  return (
    <div className={classes.work}>
      <form className={classes.stack} noValidate onSubmit={form.submit(save)}>
        <StandingNote version={version} />
        {kept.offered ? (
          <KeptNote
            at={kept.offered.at}
            onResume={() => form.setValues(kept.resume(base.values).values)}
            onDiscard={kept.discard}
          />
        ) : null}
        {stale ? <StaleNote loading={reload.isPending} onReload={() => reload.mutate()} /> : null}
        {failure !== null && !stale ? <FailureNote failure={failure} /> : null}
        <Card title={t('papers.about')}>
          <div className={classes.stack}>
            <RequiredHint />
            <TextInput
              label={t('papers.label')}
              description={t('papers.labelText')}
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('version')}
            />
            <Textarea
              label={t('papers.note')}
              description={t('papers.noteText')}
              rows={2}
              autoComplete="off"
              {...form.getInputProps('note')}
            />
          </div>
        </Card>
        <Card title={t('papers.clauses')}>
          <div className={classes.stack}>
            <Placeholders names={draft.placeholders} onInsert={insert.put} />
            {draft.clauses.map(({ id }, index) => (
              <fieldset key={id} className={classes.clause}>
                <legend>{t('papers.clause', { number: index + 1 })}</legend>
                <TextInput
                  label={t('papers.heading')}
                  withAsterisk
                  autoComplete="off"
                  {...form.getInputProps(`heading_${id}`)}
                />
                <Textarea
                  label={t('papers.text')}
                  withAsterisk
                  autoComplete="off"
                  rows={rowsFor(form.values[`text_${id}`] ?? '')}
                  {...form.getInputProps(`text_${id}`)}
                  onFocus={(event) => insert.at(`text_${id}`, event.currentTarget)}
                />
              </fieldset>
            ))}
          </div>
        </Card>
        <Note tone="info">{t('papers.draftText')}</Note>
        <div className={classes.foot}>
          <Button variant="subtle" color="danger" disabled={work.isPending} onClick={props.onRemove}>
            {t('papers.remove')}
          </Button>
          <Button type="submit" variant="default" loading={work.isPending && !submitting}>
            {t('papers.save')}
          </Button>
          <Button
            loading={(work.isPending && submitting) || submit.isPending}
            onClick={() => {
              goingOn(!form.validate().hasErrors);
              form.submit(save)();
            }}
          >
            {t('papers.submit')}
          </Button>
        </div>
      </form>
      <div className={classes.beside}>
        <SamplePreview
          type={draft.type}
          sample={printable ? sample : null}
          onFix={() => focusFirstError(form.validate().errors)}
        />
      </div>
    </div>
  );
}

/** Placeholders stand in texts alone. */
const inTexts = (values: ClauseValues, change: (text: string) => string): ClauseValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, field.startsWith('text_') ? change(text) : text]),
  );

const labelKey = (field: string) =>
  field.startsWith('heading_') ? ('papers.heading' as const) : ('papers.text' as const);

/** As tall as its text, roughly, so that it is read without scrolling inside; exactly where the browser sizes fields by what they hold. */
const rowsFor = (text: string): number =>
  Math.min(
    14,
    Math.max(
      3,
      text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 70), 0),
    ),
  );

/** Remembers the text that was written in last, and puts a placeholder where its cursor is. */
function useInsertion(change: (field: string, text: string) => void) {
  const last = useRef<{ field: string; box: HTMLTextAreaElement } | null>(null);
  return {
    at: (field: string, box: HTMLTextAreaElement) => {
      last.current = { field, box };
    },
    put: (name: string) => {
      const found = last.current;
      if (found === null || !found.box.isConnected) return false;
      const { field, box } = found;
      const [from, to] = [box.selectionStart, box.selectionEnd];
      const mark = `{${name}}`;
      change(field, box.value.slice(0, from) + mark + box.value.slice(to));
      box.focus();
      requestAnimationFrame(() => box.setSelectionRange(from + mark.length, from + mark.length));
      return true;
    },
  };
}

function Placeholders(props: { names: readonly string[]; onInsert: (name: string) => boolean }) {
  const { t } = useTranslation();
  const [nowhere, setNowhere] = useState(false);
  return (
    <div className={classes.placeholders}>
      <span className={classes.caption}>{t('papers.placeholders')}</span>
      {props.names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.placeholder}
          onClick={() => setNowhere(!props.onInsert(placeholderName(t, name)))}
        >
          {placeholderName(t, name)}
        </button>
      ))}
      <span role="status" className={classes.caption}>
        {nowhere ? t('papers.nowhere') : ''}
      </span>
    </div>
  );
}
