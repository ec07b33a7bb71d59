/** The licence form: seats, dealers, file; the legal entity cannot change. */
import { LegalEntityField } from '../../entities/dealers/legal-entity-field.tsx';
import '../../../shared/no-eval.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLicense, getLicense, updateLicense } from '#contract/calls/licenses.ts';
import { ask } from '../../api/client.ts';
import type { LicenseRow } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { Choices } from '../../connected/form/choices.tsx';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { ExpiryField } from '../../connected/form/expiry-field.tsx';
import formClasses from '../../connected/form/form.module.css';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { counted } from '../../text/numbers.ts';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { FileDrop } from '../../ui/inputs/file-drop.tsx';
import {
  fewerThanUsed,
  fileProblem,
  type LicenseBody,
  type LicenseValues,
  licenseBody,
  licenseIssues,
  licenseValues,
} from './license-values.ts';

/** Several server fields of the file belong to one control here. */
const fieldOf = (field: string): string => {
  const [first = field] = field.split('.');
  return first === 'afgclic' ? 'file' : first;
};

export function LicenseDialog(props: {
  onClose: () => void;
  license: LicenseRow | null;
  entity: string | undefined;
  onDelete: (license: LicenseRow) => void;
}) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { license } = props;
  return (
    <EditDialog<LicenseValues, LicenseRow, LicenseBody>
      onClose={props.onClose}
      title={license ? t('licenses.edit') : t('licenses.new')}
      action={license ? undefined : t('licenses.create')}
      entity="licenses"
      row={license}
      valuesOf={(row) => licenseValues(row, props.entity)}
      issues={licenseIssues}
      problems={(values, row) => {
        const file = fileProblem(values.file);
        return {
          ...(file ? { file: t(`licenses.form.${file}`) } : {}),
          ...(fewerThanUsed(values, row)
            ? { licenseAmount: t('licenses.form.atLeast', { count: row?.activationsCount ?? 0 }) }
            : {}),
        };
      }}
      bodyOf={licenseBody}
      unreadable={{ file: t('licenses.form.fileRead') }}
      send={(body, row, key) =>
        row ? ask(updateLicense, { body: { ...body, id: row.id } }) : ask(createLicense, { body, idempotencyKey: key })
      }
      reload={(row) => ask(getLicense, { path: { id: row.id } })}
      call={updateLicense}
      detail={(row) => `${row.licenseCode} · ${entityName(row.legalEntity)}`}
      keepable={(values) => ({ ...values, file: null })}
      fieldOf={fieldOf}
      display={(field, values) => (field === 'hstList' ? values.hstList.join(', ') : String(values[field]))}
      remove={
        license && {
          text: t('licenses.delete'),
          reason: license.activationsCount > 0 ? t('licenses.confirm.taken') : null,
          onClick: () => props.onDelete(license),
        }
      }
    >
      {(form, row) => <Fields form={form} row={row} />}
    </EditDialog>
  );
}

function Fields(props: { form: EntityForm<LicenseValues>; row: LicenseRow | null }) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { form, row } = props;
  return (
    <>
      <div className={formClasses.grid}>
        {row ? (
          <TextInput
            label={t('label.field.legalEntity')}
            readOnly
            value={`${entityName(row.legalEntity)} (${row.legalEntity})`}
            description={t('licenses.form.fixed')}
          />
        ) : (
          <LegalEntityField
            input={form.getInputProps('legalEntity')}
            value={form.values.legalEntity}
            // The server would refuse dealers of another legal entity.
            onChange={(code) => form.setValues({ legalEntity: code, hstList: [] })}
          />
        )}
        <TextInput label={t('label.field.licenseCode')} required {...form.getInputProps('licenseCode')} />
        <TextInput
          label={t('label.field.licenseAmount')}
          description={
            row
              ? [
                  t('licenses.form.inUse', counted(row.activationsCount)),
                  row.activationsCount > 0 ? t('licenses.confirm.taken') : null,
                ]
                  .filter(Boolean)
                  .join('. ')
              : undefined
          }
          required
          inputMode="numeric"
          {...form.getInputProps('licenseAmount')}
        />
        <ExpiryField required={false} over={t('licenses.form.over')} {...form.getInputProps('expiresAt')} />
      </div>
      <Dealers form={form} />
      <TextInput label={t('label.field.notes')} {...form.getInputProps('notes')} />
      <LicenseFile form={form} row={row} />
    </>
  );
}

function Dealers(props: { form: EntityForm<LicenseValues> }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { entities } = useLegalEntities();
  const { form } = props;
  const { legalEntity, hstList } = form.values;
  const entityDealers = entities.find(({ code }) => code === legalEntity)?.dealers.map(({ hst2011 }) => hst2011) ?? [];
  // A dealer removed from the directory stays on the licence that lists it.
  const offered = [...new Set([...entityDealers, ...hstList])];
  const { error, onBlur } = form.getInputProps('hstList');
  if (offered.length === 0) {
    return (
      <div>
        <p className="strong">{t('label.field.hstList')}</p>
        <p className={formClasses.requiredHint}>{t('licenses.form.entityFirst')}</p>
      </div>
    );
  }
  return (
    <Choices
      kind="many"
      label={t('label.field.hstList')}
      path="hstList"
      hint={t('licenses.form.dealers')}
      error={error}
      onBlur={onBlur}
      choices={offered.map((hst) => ({
        value: hst,
        label: dealerName(hst),
        detail: t('licenses.hst', { codes: hst }),
      }))}
      chosen={hstList}
      onChange={(chosen) => form.setFieldValue('hstList', chosen)}
    />
  );
}

function LicenseFile(props: { form: EntityForm<LicenseValues>; row: LicenseRow | null }) {
  const { t } = useTranslation();
  const { form, row } = props;
  const [many, setMany] = useState(false);
  const name = row?.afgclicName;
  return (
    <FileDrop
      label={t('label.field.afgclic')}
      hint={[t('licenses.form.fileHint'), name ? t('licenses.form.current', { name }) : null]
        .filter(Boolean)
        .join('. ')}
      accept=".afgclic"
      required={false}
      file={form.values.file}
      error={many ? t('licenses.form.fileMany') : form.getInputProps('file').error}
      onFile={(file) => {
        setMany(false);
        form.setFieldValue('file', file);
        const problem = fileProblem(file);
        if (problem) form.setFieldError('file', t(`licenses.form.${problem}`));
      }}
      onTooMany={() => setMany(true)}
    />
  );
}
