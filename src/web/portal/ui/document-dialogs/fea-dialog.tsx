/** Asks for the FEA module that blocks a document; says what the customer's data lack and where to mend them (specification §4, P-9). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFeaModule } from '#contract/calls/documents.ts';
import { isNational } from '#domain/adherences/adherence.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ask } from '../../api/client.ts';
import { ApiFailure, type FieldError } from '../../api/failure.ts';
import { adherenceQuery } from '../../api/queries.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { Note } from '../card.tsx';
import { Dialog } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { largestFile } from '../document-fields/document-form.ts';
import { useEntityWork } from '../entity-work.ts';
import { FailureNote, wordFailure } from '../failure-note.tsx';
import { type EntityForm, useEntityForm } from '../form/entity-form.ts';
import formClasses from '../form/form.module.css';
import { useKept } from '../form/kept.ts';
import { KeptOffer } from '../form/kept-note.tsx';
import { RequiredHint } from '../form/wording.tsx';
import { Select, TextInput } from '../forms.ts';
import { customerOf, documentTypeLabel, fieldLabel, readable } from '../labels.ts';
import { copyOf, copyProblems, PaperCopy } from '../paper-copy.tsx';
import classes from './dialogs.module.css';
import { IDENTITY_TYPES, type IdentityValues, identityBody, identityIssues, NO_IDENTITY } from './identity.ts';
import { useSurroundings } from './place.ts';

function IdentityFields(props: { form: EntityForm<IdentityValues> }) {
  const { t } = useTranslation();
  const { form } = props;
  const date = { placeholder: t('form.dateHint'), inputMode: 'numeric' as const };
  const common = (name: keyof IdentityValues) => ({
    label: fieldLabel(t, name) ?? readable(name),
    required: true,
    withAsterisk: true,
    ...form.getInputProps(name),
  });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('documentDialogs.fea.identity')}</legend>
      <div className={classes.identity}>
        <div className={classes.head}>
          <p className={classes.quiet}>{t('documentDialogs.fea.identityText')}</p>
          <RequiredHint />
        </div>
        <div className={formClasses.grid}>
          <Select
            openOnFocus={false}
            placeholder={t('form.choose')}
            data={IDENTITY_TYPES.map((type) => ({ value: type, label: t(`documentDialogs.fea.identityType.${type}`) }))}
            {...common('ID_TYPE')}
            value={form.values.ID_TYPE || null}
            onChange={(type) => form.setFieldValue('ID_TYPE', type ?? '')}
          />
          <TextInput autoComplete="off" {...common('ID_NUMBER')} />
          <TextInput className={formClasses.wide} autoComplete="off" {...common('ID_ISSUER')} />
          <TextInput autoComplete="off" {...date} {...common('ID_ISSUED')} />
          <TextInput autoComplete="off" {...date} {...common('ID_EXPIRY')} />
        </div>
        <PaperCopy
          label={t('documentDialogs.fea.copy')}
          hint={t('documentDialogs.fea.copyHint', { max: largestFile() })}
          form={form}
          onFile={(file) => form.setFieldValue('file', file)}
        />
      </div>
    </fieldset>
  );
}

const chosenFiles = new WeakMap<File, number>();
let choices = 0;
/** Tells one chosen file from another. */
function chosenOf(file: File | null): number {
  if (file === null) return 0;
  const known = chosenFiles.get(file) ?? ++choices;
  chosenFiles.set(file, known);
  return known;
}

/** What the customer's data lack. */
function missingOf(failure: unknown): readonly FieldError[] | undefined {
  return failure instanceof ApiFailure && failure.body.code === 'fea.dataMissing'
    ? failure.body.fieldErrors
    : undefined;
}

/** The fields are named in the dialog alone. */
function toastOf(t: TFunction, failure: unknown): string {
  if (missingOf(failure)) return t('documentDialogs.fea.missingToast');
  if (failure instanceof ApiFailure && failure.body.fieldErrors?.length) return t('failure.seeFields');
  const { title, lines } = wordFailure(t, failure);
  return lines[0] ?? title;
}

export function FeaDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { row, onClose } = props;
  const { folder, dossier } = useSurroundings(row.folderId);
  const formId = useId();
  const kept = useKept<Omit<IdentityValues, 'file'>>(`feaModule.${row.id}`);
  const form = useEntityForm<IdentityValues>({
    initialValues: NO_IDENTITY,
    // A file cannot be kept.
    onValuesChange: ({ file: _, ...typed }) => kept.keep(typed),
    issues: identityIssues,
    problems: ({ file }) => copyProblems(t, file),
    fieldOf: (field) => (field.startsWith('identity.copy') ? 'file' : field),
  });
  const [placed, setPlaced] = useState(false);
  const make = useEntityWork<{ id: number; identity: object; chosen: number; file: File | null }, DocumentRow>({
    entity: 'feaModules',
    kind: 'create',
    send: async ({ id, identity, file }, idempotencyKey) => {
      const copy = file === null ? null : await copyOf(file, t('documentFields.error.read'));
      const body = { id, identity: { ...identity, copy } };
      return ask(createFeaModule, { body, idempotencyKey });
    },
    toldThere: (failure) => toastOf(t, failure),
    refresh: createFeaModule.stale,
    onDone: kept.forget,
    onFailed: (failure) => setPlaced(form.refuse(failure)),
  });
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  const adherence = useQuery({ ...adherenceQuery(dossier?.id ?? 0), enabled: dossier !== undefined });
  const current = adherence.data?.current;
  const covers = current?.state === 'ACTIVE' && (current.coversNational || !isNational(row.type));
  const adhered = covers ? current : null;
  const missing = missingOf(make.error);
  return (
    <Dialog
      opened={props.opened}
      title={t('documentDialogs.fea.title')}
      width={620}
      busy={make.isPending}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="default"
            disabled={make.isPending}
            onClick={() => {
              kept.forget();
              onClose();
            }}
          >
            {t(make.isSuccess ? 'actions.close' : 'form.cancel')}
          </Button>
          {make.data ? (
            <Button component={Link} to={paths.document(make.data.id)} onClick={onClose}>
              {t('documentDialogs.fea.open')}
            </Button>
          ) : adhered ? null : (
            <Button type="submit" form={formId} loading={make.isPending}>
              {t('documentDialogs.fea.generate')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.stack}>
        <p>{t('documentDialogs.fea.why', { name: documentTypeLabel(t, row.type), customer })}</p>
        {adhered && !make.data ? (
          <Note tone="good" title={t('documentDialogs.fea.adhered', { customer, date: formatDate(adhered.since) })}>
            {t('documentDialogs.fea.adheredText')}
          </Note>
        ) : make.data ? null : (
          <p className={classes.quiet}>{t('documentDialogs.fea.how')}</p>
        )}
        {missing ? (
          <Note
            tone="bad"
            title={t('documentDialogs.fea.missingTitle')}
            action={
              folder ? (
                <Link to={paths.dossier(folder.dossierId)} search={{ edit: 'complete' }} onClick={onClose}>
                  {t('documentDialogs.fea.mend')}
                </Link>
              ) : undefined
            }
          >
            <ul className={classes.list}>
              {missing.map((one) => (
                <li key={one.field}>
                  {one.code === 'required'
                    ? (fieldLabel(t, one.field) ?? readable(one.field))
                    : `${fieldLabel(t, one.field) ?? readable(one.field)}: ${one.message}`}
                </li>
              ))}
            </ul>
            {t('documentDialogs.fea.missingText')}
          </Note>
        ) : make.isError && !placed ? (
          <FailureNote failure={make.error} />
        ) : null}
        {make.data || adhered ? null : (
          <form
            id={formId}
            className={classes.stack}
            noValidate
            onSubmit={form.submit((values) => {
              const { file } = values;
              // A file says nothing of itself in the key of a repeated call: when it was chosen does.
              make.mutate({ id: row.id, identity: identityBody(values), file, chosen: chosenOf(file) });
            })}
          >
            <KeptOffer kept={kept} onResume={form.setValues} />
            <IdentityFields form={form} />
          </form>
        )}
        {make.data ? (
          <Note tone="good" title={t('documentDialogs.fea.made', { id: make.data.id })}>
            {t('documentDialogs.fea.madeText')}
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}
