/** The editor of an open version: its fields next to a sample of the paper; saves, submits or removes it. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updatePaperVersion } from '#contract/calls/papers.ts';
import { ask } from '../../api/client.ts';
import { type ClausesBody, type CompanyBody, type Version, versionQuery } from '../../api/queries/papers.ts';
import { EditNotes } from '../../connected/form/edit-notes.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { focusFirstError } from '../../connected/form/form-messages.tsx';
import { type EditingOptions, useEditing } from '../../connected/form/use-editing.ts';
import { Note } from '../../ui/card.tsx';
import { Textarea } from '../../ui/inputs/control-styles.ts';
import classes from './papers.module.css';
import { type Sample, SamplePreview } from './sample-preview.tsx';
import { StandingNote, useVersionAct } from './version-actions.tsx';

type Body = ClausesBody | CompanyBody;

interface VersionFormProps<V extends Record<string, string>>
  extends Pick<
    EditingOptions<V, Version, Body>,
    'draft' | 'issues' | 'fieldOf' | 'labelOf' | 'describe' | 'fieldName'
  > {
  version: Version;
  valuesOf: (version: Version) => V;
  bodyOf: (values: V) => Body;
  /** The type of the sample paper. */
  type: string;
  /** Null while the input cannot be printed. */
  sampleOf: (values: V) => Sample | null;
  onRemove: () => void;
  children: (form: EntityForm<V>) => ReactNode;
}

export function VersionForm<V extends Record<string, string>>(props: VersionFormProps<V>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { version, type } = props;
  const [submitting, setSubmitting] = useState(false);
  const submit = useVersionAct(version);
  const editing = useEditing<V, Version, Body>({
    ...props,
    entity: 'papers',
    row: version,
    valuesOf: (row) => props.valuesOf(row ?? version),
    send: (body, row) => {
      const { id, lastModifiedDate } = row ?? version;
      return ask(updatePaperVersion, { body: { ...body, id, lastModifiedDate } });
    },
    reload: ({ id }) => client.fetchQuery({ ...versionQuery(id), staleTime: 0 }),
    call: updatePaperVersion,
    detail: (saved) => saved.version ?? undefined,
    onSaved: (saved) => client.setQueryData(versionQuery(version.id).queryKey, saved),
  });
  const { form, busy } = editing;
  // Save first: the submitted text must be the one in the form.
  const save = (submits: boolean) =>
    form.submit((values) => {
      setSubmitting(submits);
      editing.save(values, () => submits && submit.mutate({ act: 'submit' }));
    });
  return (
    <div className={classes.work}>
      <form className={classes.stack} noValidate onSubmit={save(false)}>
        <StandingNote version={version} />
        <EditNotes editing={editing} />
        {props.children(form)}
        <Note tone="info">{t('papers.draftText')}</Note>
        <div className={classes.foot}>
          <Button variant="subtle" color="danger" disabled={busy} onClick={props.onRemove}>
            {t('papers.remove')}
          </Button>
          <Button type="submit" variant="default" loading={busy && !submitting}>
            {t('papers.save')}
          </Button>
          <Button loading={(busy && submitting) || submit.isPending} onClick={() => save(true)()}>
            {t('papers.submit')}
          </Button>
        </div>
      </form>
      <div className={classes.beside}>
        <SamplePreview
          type={type}
          sample={props.sampleOf(form.values)}
          onFix={() => focusFirstError(form.validate().errors)}
        />
      </div>
    </div>
  );
}

/** A note for the administrator who approves the version. */
export function NoteField(props: { input: object }) {
  const { t } = useTranslation();
  return <Textarea label={t('papers.note')} description={t('papers.noteText')} rows={2} {...props.input} />;
}
