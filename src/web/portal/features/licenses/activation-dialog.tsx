/** An activation: a form for users who may edit it, its facts for all others. */
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createActivation, getActivation, updateActivation } from '#contract/calls/licenses.ts';
import { ask } from '../../api/client.ts';
import type { ActivationRow, LicenseRow } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { ExpiryField } from '../../connected/form/expiry-field.tsx';
import formClasses from '../../connected/form/form.module.css';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { useNames } from '../../connected/user-names.ts';
import { DealerSelect } from '../../entities/dealers/dealer-select.tsx';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { type Fact, Facts, Note } from '../../ui/card.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { useActivationRights } from './activation-rights.ts';
import { ActivationStatusChip } from './activation-status.tsx';
import { CopyCode } from './copy-code.tsx';
import {
  type ActivationBody,
  type ActivationValues,
  activationBody,
  activationIssues,
  activationValues,
} from './license-values.ts';
import classes from './licenses.module.css';

interface Props {
  onClose: () => void;
  license: LicenseRow;
  /** Null creates one. */
  activation: ActivationRow | null;
  onDelete: (activation: ActivationRow) => void;
  onMade?: (activation: ActivationRow) => void;
  /** Null for an activation that does not exist yet. */
  onDevice: ((activation: ActivationRow) => void) | null;
}

export function ActivationDialog(props: Props) {
  const { fixed, mayAdd } = useActivationRights(props.license);
  const { activation } = props;
  const why = activation ? fixed(activation) : null;
  if (activation && (why !== null || !mayAdd)) {
    return <ActivationFacts {...props} activation={activation} why={mayAdd ? why : null} />;
  }
  return <ActivationForm {...props} />;
}

function ActivationFacts(props: Props & { activation: ActivationRow; why: string | null }) {
  const { t } = useTranslation();
  const { activation, why } = props;
  return (
    <InfoDialog title={t('licenses.activation.details')} width={620} onClose={props.onClose}>
      <div className={formClasses.stack}>
        {why === null ? null : <Note tone="info">{why}</Note>}
        <Facts facts={useFacts(activation, props.license, true)} />
      </div>
    </InfoDialog>
  );
}

function useFacts(activation: ActivationRow, license: LicenseRow, all: boolean, toDevice?: ReactNode): Fact[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const or = (text: string | null) => text ?? t('missing');
  const dealer = `${dealerName(activation.hst)} (HST\u00a0${activation.hst})`;
  const changed = formatDateTime(activation.lastModifiedDate);
  const changer = useNames([activation.lastModifiedBy])(activation.lastModifiedBy);
  return [
    { label: t('label.field.code'), value: <CodeWithCopy code={activation.activationCode} /> },
    { label: t('columns.status'), value: <ActivationStatusChip status={activation.status} /> },
    { label: t('label.field.licenseId'), value: license.licenseCode },
    { label: t('columns.dealer'), value: dealer },
    {
      label: t('label.field.deviceName'),
      value: (
        <span className={classes.copied}>
          {or(activation.deviceName)}
          {toDevice}
        </span>
      ),
    },
    ...(all
      ? [
          { label: t('label.field.deviceLabel'), value: or(activation.deviceLabel) },
          { label: t('label.field.licenseCodeNamirial'), value: or(activation.licenseCodeNamirial) },
          { label: t('licenses.activation.column.expiry'), value: formatDate(activation.expiresAt) },
          { label: t('label.field.notes'), value: or(activation.notes) },
        ]
      : []),
    { label: t('licenses.changed'), value: changer ? t('label.by', { at: changed, name: changer }) : changed },
  ];
}

function CodeWithCopy(props: { code: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.copied}>
      <span className="code">{props.code}</span>
      <CopyCode size="compact-sm" code={props.code} word={t('licenses.activation.copy')} />
    </span>
  );
}

function ActivationForm(props: Props) {
  const { t } = useTranslation();
  const { license, activation } = props;
  const { entityName } = useLegalEntities();
  const { offered } = useActivationRights(license);
  const codes = offered.map(({ hst2011 }) => hst2011);
  return (
    <EditDialog<ActivationValues, ActivationRow, ActivationBody>
      onClose={props.onClose}
      required={activation === null}
      title={
        activation
          ? t('licenses.activation.edit')
          : t('licenses.activation.newOn', { license: license.licenseCode, entity: entityName(license.legalEntity) })
      }
      action={activation ? undefined : t('licenses.activation.create')}
      entity="activations"
      row={activation}
      valuesOf={(row) => activationValues(row, license, codes)}
      issues={(values, row) => activationIssues(values, row, license)}
      bodyOf={(values, row) => activationBody(values, row, license)}
      send={(body, row, key) =>
        row
          ? ask(updateActivation, { body: { ...body, id: row.id } })
          : ask(createActivation, { body, idempotencyKey: key })
      }
      reload={(row) => ask(getActivation, { path: { id: row.id } })}
      call={updateActivation}
      detail={(row) => [row.deviceLabel, row.activationCode].filter(Boolean).join(' · ')}
      draft={`activations.${activation?.id ?? `new-on-${license.id}`}`}
      display={(field, values) => String(values[field])}
      onSaved={activation ? undefined : props.onMade}
      remove={
        activation && {
          text: t('licenses.activation.delete'),
          onClick: () => props.onDelete(activation),
        }
      }
    >
      {(form, row) => <Fields form={form} row={row} license={license} onDevice={props.onDevice} />}
    </EditDialog>
  );
}

function Fields(props: {
  form: EntityForm<ActivationValues>;
  row: ActivationRow | null;
  license: LicenseRow;
  onDevice: Props['onDevice'];
}) {
  const { t } = useTranslation();
  const { form, row, license } = props;
  const { dealerName } = useSession();
  const { offered } = useActivationRights(license);
  return (
    <>
      {row ? <RowFacts activation={row} license={license} onDevice={props.onDevice} /> : null}
      <div className={formClasses.grid}>
        {row ? null : (
          <DealerSelect
            dealers={offered}
            nameOf={dealerName}
            input={{
              ...form.getInputProps('hst'),
              placeholder: t('form.choose'),
              value: form.values.hst || null,
              onChange: (value: string | null) => form.setFieldValue('hst', value ?? ''),
            }}
          />
        )}
        <TextInput
          label={t('label.field.deviceLabel')}
          description={t('licenses.activation.labelHint')}
          {...form.getInputProps('deviceLabel')}
        />
        <TextInput label={t('label.field.licenseCodeNamirial')} {...form.getInputProps('licenseCodeNamirial')} />
        <ExpiryField
          required={false}
          over={t('licenses.activation.overDay')}
          hint={
            license.expiresAt === null
              ? undefined
              : t('licenses.activation.untilLicense', { day: formatDate(license.expiresAt) })
          }
          {...form.getInputProps('expiresAt')}
        />
      </div>
      <TextInput label={t('label.field.notes')} {...form.getInputProps('notes')} />
      {row?.status === 'DRAFT' ? <p className={formClasses.requiredHint}>{t('licenses.activation.drafts')}</p> : null}
    </>
  );
}

/** Facts that never change: code, licence, dealer, device. */
function RowFacts(props: { activation: ActivationRow; license: LicenseRow; onDevice: Props['onDevice'] }) {
  const { t } = useTranslation();
  const { activation } = props;
  const toDevice = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDeviceTablet size={14} stroke={1.8} />}
      onClick={() => props.onDevice?.(activation)}
    >
      {t(activation.status === 'DRAFT' ? 'licenses.device.none' : 'licenses.device.manage')}
    </Button>
  );
  return (
    <>
      <Facts facts={useFacts(activation, props.license, false, toDevice)} />
      <p className={formClasses.requiredHint}>{t('licenses.activation.fixed')}</p>
    </>
  );
}
