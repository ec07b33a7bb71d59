/** Writes a draft of what a legal entity or the national company says of itself, with a paper that prints it beside it (P-9, D-5). */
import { updatePaperVersion } from '#contract/calls/papers.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyWarnings } from '#domain/papers/version-schemas.ts';
import { ask } from '../../api/client.ts';
import { type Version, versionQuery } from '../../api/papers.ts';
import { paths } from '../../paths.ts';
import { spoken } from '../../text/language.ts';
import { Card, Note } from '../../ui/card.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import layout from '../../ui/form/form.module.css';
import { KeptNote } from '../../ui/form/kept-note.tsx';
import { useKeptOver } from '../../ui/form/kept-over.ts';
import { isStale, StaleNote } from '../../ui/form/stale-note.tsx';
import { mergeTyped, standsThere } from '../../ui/form/three-way.ts';
import { focusFirstError } from '../../ui/form/wording.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import { type CompanyValues, companyBody, companyGroups, companyIssues, companyValues } from './company-values.ts';
import classes from './papers.module.css';
import { SamplePreview } from './sample-preview.tsx';
import { paperOf } from './scope.ts';
import { StandingNote, useVersionAct } from './version-actions.tsx';

export function CompanyForm(props: { version: Version; onRemove: () => void }) {
  const { t } = useTranslation();
  const { version } = props;
  const client = useQueryClient();
  const valuesOf = (row: Version) => companyValues(row.company, row.note);
  const [base, setBase] = useState(() => ({ values: valuesOf(version), read: version.lastModifiedDate }));
  const [failure, setFailure] = useState<unknown>(null);
  // Saved first: what is submitted is what stands in the form.
  const submitsNext = useRef(false);
  const [submitting, setSubmitting] = useState(false);
  const goingOn = (on: boolean) => {
    submitsNext.current = on;
    setSubmitting(on);
  };
  const kept = useKeptOver<CompanyValues>(`company-${version.id}`);
  const form = useEntityForm<CompanyValues>({
    initialValues: base.values,
    issues: companyIssues,
    fieldOf: (field) => field.replace(/^company\./, ''),
    onValuesChange: (typed) => kept.keep({ base: base.values, typed }),
  });
  const submit = useVersionAct(version);
  const current = () => client.fetchQuery({ ...versionQuery(version.id), staleTime: 0 });
  const work = useEntityWork<CompanyValues, Version>({
    entity: 'papers',
    kind: 'update',
    send: (values) =>
      ask(updatePaperVersion, { body: { ...companyBody(values), id: version.id, lastModifiedDate: base.read } }),
    alreadyThere: async (values) => {
      const stored = await current();
      const bodyOf = (known: CompanyValues) => companyBody(known);
      return standsThere(bodyOf(base.values), bodyOf(values), bodyOf(valuesOf(stored))) ? stored : null;
    },
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
      form.setValues(mergeTyped(base.values, form.getValues(), theirs).values);
      setBase({ values: theirs, read: stored.lastModifiedDate });
      setFailure(null);
    },
    onError: setFailure,
  });
  const save = (values: CompanyValues) => {
    if (work.isPending) return;
    setFailure(null);
    work.mutate(values);
  };
  const stale = isStale(failure);
  const paper = paperOf(version.legalEntity);
  const { company } = companyBody(form.values);
  const issues = companyIssues(form.values);
  const wrong = issues.length > 0;
  const wrongNumber = issues.some(({ field }) => field.endsWith('vatNumber'));
  const doubts = wrongNumber ? [] : companyWarnings({ vatNumber: plainVat(company.vatNumber) }, spoken());
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
        {companyGroups(version.legalEntity).map(({ group, fields }) => (
          <Card key={group} title={t(`papers.group.${group}`)}>
            <div className={layout.grid}>
              {fields.map((field) => (
                <TextInput
                  key={field}
                  label={t(`papers.field.${field}`)}
                  autoComplete="off"
                  spellCheck={false}
                  description={
                    field === 'vatNumber' && doubts[0] ? (
                      <span className={classes.doubt}>{doubts[0].message}</span>
                    ) : field === 'publicPage' ? (
                      t('papers.page.addressHint', {
                        address: `${window.location.origin}${paths.feaPage(version.legalEntity ?? '')}`,
                      })
                    ) : undefined
                  }
                  {...form.getInputProps(field)}
                />
              ))}
            </div>
          </Card>
        ))}
        <Card title={t('papers.about')}>
          <Textarea
            label={t('papers.note')}
            description={t('papers.noteText')}
            rows={2}
            autoComplete="off"
            {...form.getInputProps('note')}
          />
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
          type={paper}
          onFix={() => focusFirstError(form.validate().errors)}
          sample={wrong ? null : { type: paper, language: 'it', legalEntity: version.legalEntity, company }}
        />
      </div>
    </div>
  );
}

/** Without blanks and country, as it will be stored. */
const plainVat = (text: string | null): string | null => text?.replace(/[\s.]/g, '').replace(/^IT/i, '') ?? null;
