/** Requests the FEA module that blocks a document; lists missing customer data and links to where they can be completed. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFeaModule } from '#contract/calls/documents.ts';
import { isNationalForm } from '#domain/adherences/adherence.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow, DossierRow } from '../../../api/answer-types.ts';
import { ask } from '../../../api/client.ts';
import { ApiFailure, type FieldError } from '../../../api/failure.ts';
import { adherenceQuery } from '../../../api/queries.ts';
import { useAct } from '../../../connected/act/use-act.ts';
import { describeFailure, FailureNote } from '../../../connected/failure-note.tsx';
import { DateInput } from '../../../connected/form/date-input.tsx';
import { type EntityForm, useEntityForm } from '../../../connected/form/entity-form.ts';
import formClasses from '../../../connected/form/form.module.css';
import { RequiredHint } from '../../../connected/form/form-messages.tsx';
import { DraftOffer } from '../../../connected/form/lazy-draft-note.tsx';
import { useFormDraft } from '../../../connected/form/use-form-draft.ts';
import { customerOf, documentTypeLabel, fieldLabel, readable } from '../../../connected/labels.ts';
import { withPageComparison } from '../../../connected/page-comparison.tsx';
import { paths } from '../../../paths.ts';
import { formatDate } from '../../../text/dates.ts';
import { Note } from '../../../ui/card.tsx';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Select, TextInput } from '../../../ui/inputs/control-styles.ts';
import { largestFile } from '../fields/document-form.ts';
import { copyOf, copyProblems, PaperCopy } from '../paper-copy.tsx';
import classes from './dialogs.module.css';
import { useDocumentContext } from './document-context.ts';
import type { DialogFrame } from './document-dialogs.tsx';
import { IDENTITY_TYPES, type IdentityValues, identityBody, identityIssues, NO_IDENTITY } from './identity-document.ts';

function IdentityFields(props: { form: EntityForm<IdentityValues> }) {
  const { t } = useTranslation();
  const { form } = props;
  const common = (name: keyof IdentityValues) => ({
    label: fieldLabel(t, name) ?? readable(name),
    required: true,
    ...form.getInputProps(name),
  });
  return (
    <fieldset>
      <legend className={classes.legend}>{t('documentDialogs.fea.identity')}</legend>
      <div className={classes.identity}>
        <div className={classes.head}>
          <p className="quiet">{t('documentDialogs.fea.identityText')}</p>
          <RequiredHint />
        </div>
        <div className={formClasses.grid}>
          <Select
            placeholder={t('form.choose')}
            data={IDENTITY_TYPES.map((type) => ({ value: type, label: t(`documentDialogs.fea.identityType.${type}`) }))}
            {...common('ID_TYPE')}
            value={form.values.ID_TYPE || null}
            onChange={(type) => form.setFieldValue('ID_TYPE', type ?? '')}
          />
          <TextInput {...common('ID_NUMBER')} />
          <TextInput className={formClasses.wide} {...common('ID_ISSUER')} />
          <DateInput century="past" {...common('ID_ISSUED')} />
          <DateInput {...common('ID_EXPIRY')} />
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
/** Distinguishes one chosen file from another. */
function chosenOf(file: File | null): number {
  if (file === null) return 0;
  const known = chosenFiles.get(file) ?? ++choices;
  chosenFiles.set(file, known);
  return known;
}

/** The missing customer data. */
function missingOf(failure: unknown): readonly FieldError[] | undefined {
  return failure instanceof ApiFailure && failure.body.code === 'fea.dataMissing'
    ? failure.body.fieldErrors
    : undefined;
}

/** Only the dialog names the fields. */
function toastOf(t: TFunction, failure: unknown): string {
  if (missingOf(failure)) return t('documentDialogs.fea.missingToast');
  if (failure instanceof ApiFailure && failure.body.fieldErrors?.length) return t('failure.seeFields');
  const { title, lines } = describeFailure(t, failure);
  return lines[0] ?? title;
}

function useFeaModule(row: DocumentRow) {
  const { t } = useTranslation();
  const [placed, setPlaced] = useState(false);
  const draft = useFormDraft<Omit<IdentityValues, 'file'>>(`feaModule.${row.id}`);
  const form = useEntityForm<IdentityValues>({
    initialValues: NO_IDENTITY,
    issues: identityIssues,
    problems: (values) => copyProblems(t, values.file),
    // A file cannot be kept in a draft.
    onValuesChange: ({ file: _, ...typed }) => draft.keep(typed),
    fieldOf: (field) => (field.startsWith('identity.copy') ? 'file' : field),
    shown: withPageComparison,
  });
  const make = useAct({
    of: ['create', 'feaModules'],
    // A file adds nothing to the key of a repeated call: use the moment when it was chosen.
    once: (values: IdentityValues) => ['feaModules', [row.id, identityBody(values), chosenOf(values.file)]],
    send: async (values, { key }) => {
      const { file } = values;
      const copy = file === null ? null : await copyOf(file, t('documentFields.error.read'));
      const body = { id: row.id, identity: { ...identityBody(values), copy } };
      return ask(createFeaModule, { body, idempotencyKey: key });
    },
    call: createFeaModule,
    cause: (failure) => toastOf(t, failure),
    onDone: draft.forget,
    onFailed: (failure) => setPlaced(form.refuse(failure)),
  });
  return { form, draft, make, failure: make.isError && !placed ? make.error : null };
}

/** The adherence that already covers the document. */
function useCovering(row: DocumentRow, dossier: DossierRow | undefined) {
  const adherence = useQuery({ ...adherenceQuery(dossier?.id ?? 0), enabled: dossier !== undefined });
  const current = adherence.data?.current;
  const covers = current?.state === 'ACTIVE' && (current.coversNational || !isNationalForm(row.type));
  return covers ? current : null;
}

export function FeaDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { row, onClose } = props;
  const { folder, dossier } = useDocumentContext(row.folderId);
  const formId = useId();
  const { form, draft, make, failure } = useFeaModule(row);
  const adhered = useCovering(row, dossier);
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  const made = make.data;
  return (
    <Dialog
      opened={props.opened}
      title={t('label.documentType.FEA_MODULE')}
      width={620}
      busy={make.isPending}
      onClose={onClose}
      foot={
        <>
          <CancelButton busy={make.isPending} label={made && t('actions.close')} draft={draft} onClick={onClose} />
          {made ? (
            <Button component={Link} to={paths.document(made.id)} onClick={onClose}>
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
      <div className="stack">
        <p>{t('documentDialogs.fea.why', { name: documentTypeLabel(t, row.type), customer })}</p>
        {made ? null : adhered ? (
          <Note tone="good" title={t('documentDialogs.fea.adhered', { customer, date: formatDate(adhered.since) })}>
            {t('documentDialogs.fea.adheredText')}
          </Note>
        ) : (
          <p className="quiet">{t('documentDialogs.fea.how')}</p>
        )}
        {missingOf(make.error) ? (
          <Missing failure={make.error} dossierId={folder?.dossierId} onLeave={onClose} />
        ) : failure ? (
          <FailureNote failure={failure} />
        ) : null}
        {made || adhered ? null : (
          <form id={formId} className="stack" noValidate onSubmit={form.submit((values) => make.mutate(values))}>
            <DraftOffer draft={draft} onResume={form.setValues} />
            <IdentityFields form={form} />
          </form>
        )}
        {made ? (
          <Note tone="good" title={t('documentDialogs.fea.made', { id: made.id })}>
            {t('documentDialogs.fea.madeText')}
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The missing customer data, and a link to complete them. */
function Missing(props: { failure: unknown; dossierId: number | undefined; onLeave: () => void }) {
  const { t } = useTranslation();
  const named = (field: string) => fieldLabel(t, field) ?? readable(field);
  return (
    <Note
      tone="bad"
      title={t('documentDialogs.fea.missingTitle')}
      action={
        props.dossierId === undefined ? undefined : (
          <Link to={paths.dossier(props.dossierId)} search={{ edit: 'complete' }} onClick={props.onLeave}>
            {t('documentDialogs.fea.mend')}
          </Link>
        )
      }
    >
      <ul className={classes.list}>
        {missingOf(props.failure)?.map(({ field, code, message }) => (
          <li key={field}>{code === 'required' ? named(field) : `${named(field)}: ${message}`}</li>
        ))}
      </ul>
      {t('documentDialogs.fea.missingText')}
    </Note>
  );
}
