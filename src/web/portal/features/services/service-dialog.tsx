/** The service form: its type determines the fields; type and legal entity cannot change. */
import { LegalEntityField } from '../../entities/dealers/legal-entity-field.tsx';
import '../../../shared/no-eval.ts';
import { useTranslation } from 'react-i18next';
import { createService, getService, updateService } from '#contract/calls/services.ts';
import {
  coveredFolderTypes,
  listedSignatureTypes,
  SERVICE_SIGNATURE_TYPES,
  type ServiceSignatureType,
} from '#domain/entitlements/service-types.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { ask } from '../../api/client.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { FolderTypeLabel } from '../../connected/folder-type.tsx';
import { Choices } from '../../connected/form/choices.tsx';
import { EditDialog } from '../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { ExpiryField } from '../../connected/form/expiry-field.tsx';
import formClasses from '../../connected/form/form.module.css';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount, formatSpace } from '../../text/numbers.ts';
import { Note } from '../../ui/card.tsx';
import { Select, TextInput } from '../../ui/inputs/control-styles.ts';
import { isExpired, TYPES_IN_ORDER } from './quotas.ts';
import { useServiceWords } from './service-texts.ts';
import {
  fieldsOf,
  isServiceType,
  type ServiceBody,
  type ServiceValues,
  serviceBody,
  serviceIssues,
  serviceValues,
  takesSeveralSignatureTypes,
} from './service-values.ts';

type Form = EntityForm<ServiceValues>;

export function ServiceDialog(props: {
  onClose: () => void;
  /** Null creates one. */
  service: ServiceRow | null;
  /** The selected legal entity. */
  entity: string | undefined;
  services: readonly ServiceRow[];
  onDelete: (service: ServiceRow) => void;
}) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { named, folderTypes } = useServiceWords();
  const { service } = props;
  return (
    <EditDialog<ServiceValues, ServiceRow, ServiceBody>
      onClose={props.onClose}
      title={service ? t('services.edit') : t('services.new')}
      action={service ? undefined : t('services.create')}
      entity="services"
      row={service}
      valuesOf={(row) => serviceValues(row, props.entity)}
      issues={serviceIssues}
      bodyOf={serviceBody}
      send={(body, row, key) =>
        row
          ? ask(updateService, { body: { ...row, ...body, id: row.id } })
          : ask(createService, { body, idempotencyKey: key })
      }
      reload={(row) => ask(getService, { path: { id: row.id } })}
      call={updateService}
      detail={named}
      fieldOf={(field) => field.split('.')[0] ?? field}
      display={(field, values) => {
        if (field === 'folderTypeSet') return folderTypes(values.folderTypeSet);
        if (field === 'signatureType') return values.signatureType.join(', ');
        if (field === 'legalEntity') return entityName(values.legalEntity);
        return String(values[field]);
      }}
      remove={
        service && {
          text: t('services.delete'),
          onClick: () => props.onDelete(service),
        }
      }
    >
      {(form, row) => (
        <>
          <ServiceScope form={form} fixed={row !== null} />
          {fieldsOf(form.values.serviceType).map((field) => (
            <Field key={field} field={field} form={form} row={row} />
          ))}
          <PrecedenceWarning form={form} row={row} services={props.services} />
        </>
      )}
    </EditDialog>
  );
}

/** Type and legal entity; fixed after creation. */
function ServiceScope(props: { form: Form; fixed: boolean }) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { form } = props;
  const type = form.values.serviceType;
  if (props.fixed && type !== '') {
    return (
      <div className={formClasses.grid}>
        <TextInput label={t('label.field.serviceType')} readOnly value={t(`services.type.${type}`)} />
        <TextInput
          label={t('label.field.legalEntity')}
          readOnly
          value={`${entityName(form.values.legalEntity)} (${form.values.legalEntity})`}
        />
        <p className={`${formClasses.wide} ${formClasses.requiredHint}`}>{t('services.form.fixed')}</p>
      </div>
    );
  }
  return (
    <div className={formClasses.grid}>
      <Select
        label={t('label.field.serviceType')}
        required
        allowDeselect={false}
        placeholder={t('form.choose')}
        description={type === '' ? undefined : t(`services.typeText.${type}`)}
        data={TYPES_IN_ORDER.map((value) => ({ value, label: t(`services.type.${value}`) }))}
        {...form.getInputProps('serviceType')}
        value={type || null}
        onChange={(value) => {
          const chosen = isServiceType(value) ? value : '';
          form.setFieldValue('serviceType', chosen);
          if (!takesSeveralSignatureTypes(chosen) && form.values.signatureType.length > 1) {
            form.setFieldValue('signatureType', []);
          }
        }}
      />
      <LegalEntityField
        input={form.getInputProps('legalEntity')}
        value={form.values.legalEntity}
        onChange={(code) => form.setFieldValue('legalEntity', code)}
      />
    </div>
  );
}

function Field(props: { field: ReturnType<typeof fieldsOf>[number]; form: Form; row: ServiceRow | null }) {
  const { t } = useTranslation();
  const { field, form, row } = props;
  const inputProps = form.getInputProps(field);
  const several = takesSeveralSignatureTypes(form.values.serviceType);
  switch (field) {
    case 'totalOtp':
    case 'totalSpace': {
      const otp = field === 'totalOtp';
      const used = otp ? row?.usedOtp : row?.usedSpace;
      const gigabytes = otp ? undefined : t('services.form.gigabytes');
      return (
        <TextInput
          label={t(`label.field.${field}`)}
          description={
            used == null ? gigabytes : t('services.form.used', { used: otp ? formatCount(used) : formatSpace(used) })
          }
          required
          inputMode="numeric"
          {...inputProps}
        />
      );
    }
    case 'signatureType':
      return (
        <Choices
          kind={several ? 'many' : 'one'}
          label={t(several ? 'services.form.signatureTypes' : 'label.field.signatureType')}
          required
          path={field}
          error={inputProps.error}
          onBlur={inputProps.onBlur}
          choices={SERVICE_SIGNATURE_TYPES.map((value) => ({ value, label: t(`services.signatureLong.${value}`) }))}
          chosen={form.values.signatureType}
          onChange={(chosen) => form.setFieldValue('signatureType', chosen as ServiceSignatureType[])}
        />
      );
    case 'folderTypeSet':
      return (
        <Choices
          kind="many"
          label={t('label.field.folderTypeSet')}
          hint={t('services.form.noneIsAll')}
          path={field}
          error={inputProps.error}
          onBlur={inputProps.onBlur}
          choices={FOLDER_TYPES.map((value) => ({ value, label: <FolderTypeLabel type={value} /> }))}
          chosen={form.values.folderTypeSet}
          onChange={(chosen) => form.setFieldValue('folderTypeSet', chosen as FolderType[])}
        />
      );
    case 'expiresAt':
      return <ExpiryField required over={t('services.form.over')} {...inputProps} />;
    default:
      return <TextInput label={t('label.field.notes')} {...inputProps} />;
  }
}

/** FEA and FES for the same folders: FEA applies. Warn here, before a dealer runs into it. */
function PrecedenceWarning(props: { form: Form; row: ServiceRow | null; services: readonly ServiceRow[] }) {
  const { t } = useTranslation();
  const { folderTypes } = useServiceWords();
  const { serviceType, legalEntity, signatureType: chosen } = props.form.values;
  const [signatureType] = chosen;
  const ownTypes = coveredFolderTypes(props.form.values.folderTypeSet);
  if (serviceType !== 'SIGNATURE_TYPE' || signatureType === undefined) return null;
  const today = toIsoDate(new Date());
  const other = props.services.find(
    (service) =>
      service.serviceType === 'SIGNATURE_TYPE' &&
      service.legalEntity === legalEntity &&
      service.id !== props.row?.id &&
      service.signatureType !== signatureType &&
      !isExpired(service, today) &&
      ownTypes.some((type) => service.folderTypeSet?.includes(type)),
  );
  const [otherType] = listedSignatureTypes(other?.signatureType);
  if (other === undefined || otherType === undefined) return null;
  const types = ownTypes.filter((type) => other.folderTypeSet?.includes(type));
  return <Note tone="info">{t('services.form.prevails', { types: folderTypes(types), signature: otherType })}</Note>;
}
