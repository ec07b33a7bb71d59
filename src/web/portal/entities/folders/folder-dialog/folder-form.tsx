/** The folder form: brand and type (fixed after creation), then the fields of the type. */
import '../../../../shared/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createFolder, getFolder, updateFolder } from '#contract/calls/folders.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { type ConfiguredFolderType, FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import type { DossierRow, FolderRow } from '../../../api/answer-types.ts';
import { ask } from '../../../api/client.ts';
import { folderTypesQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { EditDialog } from '../../../connected/form/edit-dialog.tsx';
import type { EntityForm } from '../../../connected/form/entity-form.ts';
import classes from '../../../connected/form/form.module.css';
import { folderTitle } from '../../../connected/labels.ts';
import { uiLanguage } from '../../../text/language.ts';
import { Select, TextInput } from '../../../ui/inputs/control-styles.ts';
import { LoadingOverlay } from '../../../ui/loading.tsx';
import { FolderInputs } from '../folder-inputs.tsx';
import {
  type FolderBody,
  type FolderValues,
  findFolderType,
  folderBody,
  folderDoubts,
  folderFields,
  folderIssues,
  folderValues,
  restartedFields,
  startingFields,
  withoutHidden,
} from '../folder-values.ts';

type TypeOf = (type: FolderType) => ConfiguredFolderType | undefined;

interface WritableBrand {
  brand: Brand;
  types: FolderType[];
}

/** Brands, with their folder types, in which this user may create a folder for this customer. */
function useWritableBrands(dossier: DossierRow): WritableBrand[] {
  const { may } = useSession();
  return BRANDS.map((brand) => ({
    brand,
    types: FOLDER_TYPES.filter((folderType) => may('folder.create', { hst: dossier.hst, brand, folderType }).ok),
  })).filter(({ types }) => types.length > 0);
}

/** The customer's own brand first. */
function freshValues(writable: readonly WritableBrand[], dossier: DossierRow, typeOf: TypeOf): FolderValues {
  const preferred = writable.find(({ brand }) => dossier.brands.includes(brand)) ?? writable[0];
  const type = preferred?.types[0] ?? 'PRIVACY';
  return { brand: preferred?.brand ?? 'bmw', type, ...startingFields(typeOf(type)) };
}

export function FolderForm(props: {
  opened: boolean;
  onClose: () => void;
  dossier: DossierRow;
  /** The folder to edit; null creates one. */
  folder: FolderRow | null;
  onSaved?: (folder: FolderRow) => void;
}) {
  const { t } = useTranslation();
  const { dossier, folder } = props;
  const configuration = useQuery(folderTypesQuery);
  const writable = useWritableBrands(dossier);
  // Without the configuration the form still opens, and the server reports what the type requires.
  if (configuration.isPending) return <LoadingOverlay />;
  const typeOf: TypeOf = (type) => findFolderType(configuration.data ?? [], type);
  const shownFields = (values: FolderValues) => folderFields(typeOf(values.type), folder);
  const labelOf = (field: string, values: FolderValues) =>
    field === 'businessId' ? t(`label.businessId.${values.type}`) : undefined;
  return (
    <EditDialog<FolderValues, FolderRow, FolderBody>
      opened={props.opened}
      onClose={props.onClose}
      title={folder ? t('registry.folder.edit') : t('registry.folder.newTitle', { name: customerName(dossier) })}
      action={folder ? undefined : t('registry.folder.create')}
      width={620}
      entity="folders"
      row={folder}
      draft={`folders.${folder?.id ?? `new.${dossier.id}`}`}
      valuesOf={(row) => (row ? folderValues(row) : freshValues(writable, dossier, typeOf))}
      issues={(values, row) => folderIssues(withoutHidden(values, shownFields(values)), row, typeOf(values.type))}
      doubts={(values) => folderDoubts(withoutHidden(values, shownFields(values)), uiLanguage())}
      bodyOf={(values, row) => folderBody(withoutHidden(values, shownFields(values)), row)}
      send={(body, row, key) =>
        row
          ? ask(updateFolder, { body: { ...body, id: row.id } })
          : ask(createFolder, { body: { ...body, dossierId: dossier.id }, idempotencyKey: key })
      }
      reload={(row) => ask(getFolder, { path: { id: row.id } })}
      call={updateFolder}
      detail={(row) => `${folderTitle(t, row)}, ${customerName(dossier)}`}
      display={(field, values) => values[field]}
      labelOf={labelOf}
      fieldName={labelOf}
      onSaved={props.onSaved}
    >
      {(form) => (
        <>
          <BrandAndType form={form} folder={folder} writable={writable} typeOf={typeOf} />
          <Fields form={form} fields={shownFields(form.values)} />
        </>
      )}
    </EditDialog>
  );
}

function BrandAndType(props: {
  form: EntityForm<FolderValues>;
  folder: FolderRow | null;
  writable: readonly WritableBrand[];
  typeOf: TypeOf;
}) {
  const { t } = useTranslation();
  const { form, folder, writable, typeOf } = props;
  const brandName = (brand: Brand) => t(`label.brand.${brand}`);
  const typeName = (type: FolderType) => t(`label.folderType.${type}`);
  // Brand and type of a folder cannot change: show them read-only.
  if (folder) {
    return (
      <div className={classes.grid}>
        <TextInput label={t('label.field.brand')} value={brandName(folder.brand)} readOnly />
        <TextInput label={t('label.field.type')} value={typeName(folder.type)} readOnly />
      </div>
    );
  }
  const types = writable.find(({ brand }) => brand === form.values.brand)?.types ?? [];
  const choose = (type: FolderType): void => {
    const begun = restartedFields(form.values, typeOf(form.values.type), typeOf(type));
    form.setFieldValue('type', type);
    for (const [field, value] of begun) form.setFieldValue(field, value);
  };
  const required = { required: true, allowDeselect: false } as const;
  return (
    <div className={classes.grid}>
      <Select
        {...required}
        label={t('label.field.brand')}
        data={writable.map(({ brand }) => ({ value: brand, label: brandName(brand) }))}
        {...form.getInputProps('brand')}
        onChange={(value) => {
          const entry = writable.find(({ brand }) => brand === value);
          if (!entry) return;
          form.setFieldValue('brand', entry.brand);
          const [first] = entry.types;
          if (first && !entry.types.includes(form.values.type)) choose(first);
        }}
      />
      <Select
        {...required}
        label={t('label.field.type')}
        data={types.map((type) => ({ value: type, label: typeName(type) }))}
        {...form.getInputProps('type')}
        onChange={(value) => {
          const chosen = types.find((type) => type === value);
          if (chosen !== undefined) choose(chosen);
        }}
      />
    </div>
  );
}

function Fields(props: { form: EntityForm<FolderValues>; fields: ReturnType<typeof folderFields> }) {
  const { t } = useTranslation();
  const { form, fields } = props;
  if (fields.length === 0) return <p>{t('registry.folder.asksNothing')}</p>;
  return (
    <div className={classes.grid}>
      <FolderInputs type={form.values.type} fields={fields} input={(key) => form.getInputProps(key)} rows={3} />
    </div>
  );
}
