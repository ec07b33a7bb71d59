/** Step 3: the document's fields with the live preview of its file (specification §2, §5). */
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { DocumentFields } from '../../ui/document-fields/document-fields.tsx';
import { useDocumentForm } from '../../ui/document-fields/document-form.ts';
import type { Errors } from '../../ui/document-fields/rules.ts';
import { type DocumentValues, mimeTypeOf, startingValues } from '../../ui/document-fields/values.ts';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { TextInput } from '../../ui/forms.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import type { WizardSubject } from './configuration.ts';
import { FootBar } from './foot-bar.tsx';
import classes from './wizard.module.css';

const PdfViewer = lazy(() => import('../../ui/pdf/pdf-viewer.tsx').then((module) => ({ default: module.PdfViewer })));

export function DocumentStep(props: {
  subject: WizardSubject;
  values: DocumentValues | null;
  errors: Errors;
  onBack: (values: DocumentValues) => void;
  onNext: (values: DocumentValues) => void;
}) {
  const { t } = useTranslation();
  const { subject } = props;
  const type = subject.documentTypeRules;
  const fields = useDocumentForm({
    type,
    initialValues: props.values ?? startingValues(type),
    initialErrors: props.errors,
  });
  const { values } = fields.form;
  return (
    <form
      className={classes.stepForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        fields.submit(props.onNext);
      }}
    >
      <div className={classes.columns} data-kind="document">
        <Card title={t('wizard.document.title')} aside={<RequiredHint />}>
          <DocumentFields
            fields={fields}
            type={type}
            place={subject}
            lead={
              <TextInput
                label={t('wizard.document.type')}
                description={t('wizard.document.typeHint')}
                readOnly
                value={documentTypeLabel(t, type.slug)}
              />
            }
          />
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
