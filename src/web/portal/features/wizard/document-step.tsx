/** Step 3: the file with its live preview, signature, flags, and the type's extra fields (specification §2, §5). */
import { useForm } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { typeDefaults } from '#domain/documents/document.ts';
import { documentCan, OFFERED_SIGNATURE_TYPES, type SignatureType } from '#domain/documents/life.ts';
import { extraFields, findField, isRequired } from '#domain/folders/folder-types.ts';
import { formatDate } from '../../text/dates.ts';
import { spoken } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { focusFirstError, RequiredHint, useWording } from '../../ui/form/wording.tsx';
import { Checkbox, Select, TextInput } from '../../ui/forms.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { takesFileField, type WizardSubject } from './configuration.ts';
import { mimeTypeOf, type NewDocument } from './draft.ts';
import { ExtraField } from './extra-field.tsx';
import { FootBar } from './foot-bar.tsx';
import { documentErrors, type Errors, type FileProblem } from './rules.ts';
import classes from './wizard.module.css';

const PdfViewer = lazy(() => import('../../ui/pdf/pdf-viewer.tsx').then((module) => ({ default: module.PdfViewer })));

const ACCEPT_PDF = '.pdf,application/pdf';
const ACCEPT_ANY = '.pdf,.jpg,.jpeg,.png,.tif,.tiff,.doc,.docx';
const FIXED = ['file', 'sigType', 'signable', 'archivable'];

/** Errors of extra fields stand under `fields.`, where the form keeps their values. */
function placed(errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [FIXED.includes(field) ? field : `fields.${field}`, text]),
  );
}

/** What the form starts with: the defaults of the type. */
function startingValues(subject: WizardSubject): NewDocument {
  const { variableFields, ...fixed } = typeDefaults(subject.documentTypeRules);
  const fields = Object.entries(variableFields).map(([name, value]): [string, string | boolean] => {
    if (typeof value === 'boolean') return [name, value];
    return [name, value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : (value ?? '')];
  });
  return { file: null, ...fixed, fields: Object.fromEntries(fields) };
}

/** Offered, but greyed while this installation cannot start such a signature: the same rule refuses the call. */
function canBeStarted(sigType: SignatureType): boolean {
  return documentCan.startSign({ status: 'READY_TO_SIGN', signable: true, sigType, mimeType: 'application/pdf' }).ok;
}

export function DocumentStep(props: {
  subject: WizardSubject;
  values: NewDocument | null;
  errors: Errors;
  onBack: (values: NewDocument) => void;
  onNext: (values: NewDocument) => void;
}) {
  const { t } = useTranslation();
  const { subject } = props;
  const rules = subject.documentTypeRules;
  const wording = useWording();
  const acceptedText = (signable: boolean) =>
    t(signable ? 'wizard.document.acceptedPdf' : 'wizard.document.acceptedAny');
  const fileWords = (problem: FileProblem, signable: boolean) =>
    t(`wizard.document.error.${problem}`, { accepted: acceptedText(signable) });
  const form = useForm<NewDocument>({
    initialValues: props.values ?? startingValues(subject),
    initialErrors: placed(props.errors),
    validateInputOnBlur: true,
    validate: (values) =>
      placed(documentErrors(values, rules, spoken(), wording, (problem) => fileWords(problem, values.signable))),
  });
  const { values } = form;
  const must = (name: string) => isRequired(findField(rules.fields, name));
  const sigRequired = must('SIG_TYPE') || values.signable;
  const fileField = takesFileField(rules);
  const extras = extraFields(rules);
  return (
    <form className={classes.stepForm} noValidate onSubmit={form.onSubmit(props.onNext, focusFirstError)}>
      <div className={classes.columns} data-kind="document">
        <Card title={t('wizard.document.title')} aside={<RequiredHint />}>
          <div className={classes.fields}>
            <div className={classes.grid}>
              <TextInput
                label={t('wizard.document.type')}
                description={t('wizard.document.typeHint')}
                readOnly
                value={documentTypeLabel(t, rules.slug)}
              />
              <Select
                label={t('label.field.sigType')}
                required={sigRequired}
                withAsterisk={sigRequired}
                openOnFocus={false}
                allowDeselect={!sigRequired}
                placeholder={t('wizard.document.sigTypeNone')}
                data={OFFERED_SIGNATURE_TYPES.map((value) => ({
                  value,
                  label: t(`label.sigTypeLong.${value}`),
                  disabled: !canBeStarted(value),
                }))}
                {...form.getInputProps('sigType')}
              />
            </div>
            {fileField ? (
              <FileDrop
                label={t('wizard.document.file')}
                hint={`${acceptedText(values.signable)} · ${t('wizard.document.limits')}`}
                accept={values.signable ? ACCEPT_PDF : ACCEPT_ANY}
                required={isRequired(fileField)}
                file={values.file}
                error={form.errors.file}
                onFile={(file) => {
                  form.setFieldValue('file', file);
                  const wrong = file
                    ? documentErrors({ ...values, file }, rules, spoken(), wording, (problem) =>
                        fileWords(problem, values.signable),
                      ).file
                    : null;
                  form.setFieldError('file', wrong ?? null);
                }}
                onTooMany={() => form.setFieldError('file', t('wizard.document.error.many'))}
              />
            ) : null}
            {extras.length > 0 ? (
              <div className={classes.grid}>
                {extras.map((field) => (
                  <ExtraField
                    key={field.name}
                    field={field}
                    subject={subject}
                    input={form.getInputProps(`fields.${field.name}`, {
                      type: field.type === 'checkbox' ? 'checkbox' : 'input',
                    })}
                  />
                ))}
              </div>
            ) : null}
            <div className={classes.checks}>
              <Checkbox
                label={t('label.field.signable')}
                description={must('SIGNABLE') ? t('wizard.document.mandatory') : t('wizard.document.signHint')}
                {...form.getInputProps('signable', { type: 'checkbox' })}
              />
              <Checkbox
                label={t('label.field.archivable')}
                description={must('ARCHIVABLE') ? t('wizard.document.mandatory') : t('wizard.document.archiveHint')}
                {...form.getInputProps('archivable', { type: 'checkbox' })}
              />
            </div>
          </div>
        </Card>
        <FilePreview file={values.file} />
      </div>
      <FootBar step="document" onBack={() => props.onBack(values)} />
    </form>
  );
}

function FilePreview(props: { file: File | null }) {
  const { t } = useTranslation();
  const { file } = props;
  if (file && mimeTypeOf(file) === 'application/pdf' && file.size > 0) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <PdfViewer key={`${file.name} ${file.size} ${file.lastModified}`} file={file} fileName={file.name} />
      </Suspense>
    );
  }
  return (
    <Card title={t('wizard.document.preview')}>
      <div className={classes.blank} aria-hidden="true" />
      <p className={classes.aside}>{file ? t('wizard.document.previewNotPdf') : t('wizard.document.previewNone')}</p>
    </Card>
  );
}
