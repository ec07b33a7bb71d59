/** The fields of a document according to its type: signature, file, extra fields, flags. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_OTHERWISE, ACCEPTED_WHEN_SIGNABLE } from '#domain/documents/document.ts';
import { OFFERED_SIGNATURE_TYPES, type SignatureType } from '#domain/documents/document-states.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { type ConfiguredField, extraFields, findField, isRequired } from '#domain/folders/folder-types.ts';
import { ROLE_OF_FIELD } from '#domain/signing/staff-signers.ts';
import { tabletsQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { lazyExtra, lazyPart } from '../../../connected/lazy-part.tsx';
import { Checkbox, Select } from '../../../ui/inputs/control-styles.ts';
import { LateField } from '../../../ui/inputs/late-field.tsx';
import { type DocumentTypeRules, hasPaper, type PaperCase } from '../../papers/form/paper.ts';
import { GeneratedNote } from '../../papers/form/preview-beside-form.tsx';
import classes from './document-fields.module.css';
import { type DocumentForm, largestFile } from './document-form.ts';
import type { DocumentScope } from './extra-field.tsx';
import { takesFileField } from './rules.ts';

/** Pixels of a file field without a file, with its label. */
const EMPTY_FILE_FIELD = 132;

/** Loaded only where needed: a stored document and a generated paper have no file drop. */
const FileDrop = lazyPart(async () => (await import('../../../ui/inputs/file-drop.tsx')).FileDrop);
// Both are loaded with the rules of the type.
const ExtraField = lazyExtra(async () => (await import('./extra-field.tsx')).ExtraField);
const PaperForm = lazyPart(async () => (await import('../../papers/form/paper-form.tsx')).PaperForm);

/** Extensions in addition to the MIME types: some systems support only one of the two. */
const ACCEPT_PDF = ['.pdf', ...ACCEPTED_WHEN_SIGNABLE].join(',');
const ACCEPT_ANY = ['.pdf,.jpg,.jpeg,.png,.tif,.tiff,.doc,.docx', ...ACCEPTED_OTHERWISE].join(',');

const isSignedBy = ({ signers }: DocumentTypeRules, { type }: ConfiguredField): boolean =>
  (type === 'ROLE_OPERATOR_DEALER' || type === 'ROLE_SALE_MANAGER') && signers.includes(ROLE_OF_FIELD[type]);

export function DocumentFields(props: {
  fields: DocumentForm;
  type: DocumentTypeRules;
  place: DocumentScope;
  /** The data for a generated paper, and whether its preview is next to the form. */
  made?: { paperCase: PaperCase; beside: boolean } | undefined;
  /** The type: chosen earlier or here. */
  lead: ReactNode;
  /** The file of an existing document; it cannot be changed. */
  storedFile?: ReactNode;
  /** The document's existing signature type, kept although it is no longer offered. */
  keptSigType?: SignatureType | null;
}) {
  const { fields, type, made } = props;
  const { form } = fields;
  const { values } = form;
  const ofPaper = new Set(type.paper?.fields.map(({ name }) => name));
  const extras = extraFields(type).filter(({ name }) => !ofPaper.has(name));
  return (
    <div className={classes.fields}>
      <div className={classes.grid}>
        {props.lead}
        <SignatureSelect fields={fields} type={type} place={props.place} kept={props.keptSigType ?? null} />
      </div>
      {hasPaper(type) && made ? (
        <>
          <GeneratedNote fields={fields} type={type} {...made} />
          <PaperForm fields={fields} type={type} {...made} />
        </>
      ) : (
        (props.storedFile ?? <FileField fields={fields} type={type} />)
      )}
      {extras.length > 0 ? (
        <div className={classes.grid}>
          {extras.map((field) => (
            <ExtraField
              key={field.name}
              field={field}
              signs={isSignedBy(type, field)}
              proposes={props.storedFile === undefined}
              place={props.place}
              value={values.fields[field.name] ?? ''}
              input={form.getInputProps(`fields.${field.name}`, {
                type: field.type === 'checkbox' ? 'checkbox' : 'input',
              })}
            />
          ))}
        </div>
      ) : null}
      <Flags fields={fields} type={type} />
    </div>
  );
}

/** Whether the dealer is known to have no tablet for handwriting; users who may not start signatures do not get this information. */
function useHasNoTablet({ hst, brand, folderType }: DocumentScope): boolean {
  const { may } = useSession();
  const isAllowed = hst !== undefined && may('document.sign', { hst, brand, folderType }).ok;
  const tablets = useQuery({ ...tabletsQuery(hst ?? ''), enabled: isAllowed });
  return tablets.data?.length === 0;
}

function SignatureSelect(props: {
  fields: DocumentForm;
  type: DocumentTypeRules;
  place: DocumentScope;
  kept: SignatureType | null;
}) {
  const { t } = useTranslation();
  const { form } = props.fields;
  const noTablet = useHasNoTablet(props.place);
  const { sigType, signable } = form.values;
  if (!findField(props.type.fields, 'SIGNABLE') && !findField(props.type.fields, 'SIG_TYPE')) return null;
  const required = signable || isRequired(findField(props.type.fields, 'SIG_TYPE'));
  const offered: readonly SignatureType[] = OFFERED_SIGNATURE_TYPES;
  const choices = props.kept && !offered.includes(props.kept) ? [...offered, props.kept] : offered;
  const hint = sigType && !offered.includes(sigType) ? t('documentFields.keptFea') : null;
  // The same rule would later refuse the start: report it here.
  const start =
    sigType && sigType !== 'FEA'
      ? UNSIGNED_ACTIONS.sign.refusal({
          ...{ status: 'READY_TO_SIGN', signable: true, sigType, mimeType: 'application/pdf' },
          byHand: noTablet ? 'noDevice' : 'ready',
        })
      : null;
  const later = start && t('documents.startNotNow', { reason: t(`label.lifeReason.${start}`) });
  return (
    <Select
      label={t('label.field.sigType')}
      required={required}
      allowDeselect={!required}
      placeholder={t('documentFields.sigTypeNone')}
      classNames={{ option: classes.option }}
      description={later ?? hint}
      data={choices.map((value) => {
        const impossible = value === 'GRAPHOMETRIC' && noTablet;
        return {
          value,
          label: t(impossible ? 'documentFields.noTablet' : `documentFields.sigTypeLong.${value}`),
          disabled: impossible,
        };
      })}
      {...form.getInputProps('sigType')}
    />
  );
}

function FileField(props: { fields: DocumentForm; type: DocumentTypeRules }) {
  const { t } = useTranslation();
  const { fields, type } = props;
  const { values, errors } = fields.form;
  const field = takesFileField(type);
  if (!field) return null;
  const accepted = t(values.signable ? 'documentFields.acceptedPdf' : 'documentFields.acceptedAny');
  return (
    <FileDrop
      meanwhile={<LateField path="file" height={EMPTY_FILE_FIELD} />}
      label={t('documentFields.file')}
      hint={`${accepted} · ${t('documentFields.limits', { max: largestFile() })}`}
      accept={values.signable ? ACCEPT_PDF : ACCEPT_ANY}
      required={isRequired(field) || values.signable}
      file={values.file}
      error={errors.file}
      onFile={fields.chooseFile}
      onTooMany={fields.tooManyFiles}
      onBlur={fields.leaveFile}
    />
  );
}

function Flags(props: { fields: DocumentForm; type: DocumentTypeRules }) {
  const { t } = useTranslation();
  const { form } = props.fields;
  const field = (name: string) => findField(props.type.fields, name);
  const signable = field('SIGNABLE');
  const archived = form.values.signable ? t('documentFields.archiveHint') : t('documentFields.archiveUnsignedHint');
  return (
    <div className={classes.checks}>
      <Checkbox
        label={t('label.field.signable')}
        disabled={!signable && !form.values.signable}
        description={
          !signable
            ? t('documentFields.neverSigned')
            : isRequired(signable)
              ? t('documentFields.mandatory')
              : t(form.values.sigType === 'GRAPHOMETRIC' ? 'documentFields.handHint' : 'documentFields.signHint')
        }
        {...form.getInputProps('signable', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('label.field.archivable')}
        description={isRequired(field('ARCHIVABLE')) ? t('documentFields.mandatory') : archived}
        {...form.getInputProps('archivable', { type: 'checkbox' })}
      />
    </div>
  );
}
