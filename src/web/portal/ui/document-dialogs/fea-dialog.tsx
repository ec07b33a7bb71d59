/** Asks for the FEA module that blocks a document; says what the customer's data lack and where to mend them (specification §4, P-9). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { call } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { Note } from '../card.tsx';
import { Dialog } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { useEntityWork } from '../entity-work.ts';
import { FailureNote } from '../failure-note.tsx';
import { type EntityForm, useEntityForm } from '../form/entity-form.ts';
import formClasses from '../form/form.module.css';
import { Select, TextInput } from '../forms.ts';
import { customerOf, documentTypeLabel, fieldLabel, readable } from '../labels.ts';
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
      <p className={classes.quiet}>{t('documentDialogs.fea.identityText')}</p>
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
    </fieldset>
  );
}

export function FeaDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { row, onClose } = props;
  const { folder, dossier } = useSurroundings(row.folderId);
  const formId = useId();
  const form = useEntityForm<IdentityValues>({ initialValues: NO_IDENTITY, issues: identityIssues });
  const [placed, setPlaced] = useState(false);
  const make = useEntityWork<{ id: number; identity?: object }, DocumentRow>({
    entity: 'documents',
    kind: 'create',
    send: (body, idempotencyKey) => call('/api/documents/fea', { method: 'POST', body, idempotencyKey }),
    detail: (module) => `${documentTypeLabel(t, module.type)} · ${module.id}`,
    refresh: ['documents', 'folders'],
    onFailed: (failure) => setPlaced(form.refuse(failure)),
  });
  const customer = dossier ? customerName(dossier) : customerOf(t, row);
  const missing =
    make.error instanceof ApiFailure && make.error.body.code === 'fea.dataMissing'
      ? make.error.body.fieldErrors
      : undefined;
  return (
    <Dialog
      opened={props.opened}
      title={t('documentDialogs.fea.title')}
      width={620}
      busy={make.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={make.isPending} onClick={onClose}>
            {t(make.isSuccess ? 'actions.close' : 'form.cancel')}
          </Button>
          {make.data ? (
            <Button component={Link} to={paths.document(make.data.id)} onClick={onClose}>
              {t('documentDialogs.fea.open')}
            </Button>
          ) : (
            <Button type="submit" form={formId} loading={make.isPending}>
              {t('documentDialogs.fea.generate')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.stack}>
        <p>{t('documentDialogs.fea.why', { name: documentTypeLabel(t, row.type), customer })}</p>
        <p className={classes.quiet}>{t('documentDialogs.fea.how')}</p>
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
            {t('documentDialogs.fea.missingText')}
            <ul className={classes.list}>
              {missing.map((one) => (
                <li key={one.field}>
                  {one.code === 'required'
                    ? (fieldLabel(t, one.field) ?? readable(one.field))
                    : `${fieldLabel(t, one.field) ?? readable(one.field)}: ${one.message}`}
                </li>
              ))}
            </ul>
          </Note>
        ) : make.isError && !placed ? (
          <FailureNote failure={make.error} />
        ) : null}
        {make.data ? null : (
          <form
            id={formId}
            noValidate
            onSubmit={form.submit((values) => {
              const identity = identityBody(values);
              make.mutate({ id: row.id, ...(identity ? { identity } : {}) });
            })}
          >
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
