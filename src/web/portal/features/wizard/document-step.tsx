/** Step 3: the document's fields with the live preview of its file (specification §2, §5). */
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Progress } from '../../api/upload.ts';
import { Card, Note } from '../../ui/card.tsx';
import { DocumentFields } from '../../ui/document-fields/document-fields.tsx';
import { useDocumentForm } from '../../ui/document-fields/document-form.ts';
import type { Place } from '../../ui/document-fields/extra-field.tsx';
import type { Errors } from '../../ui/document-fields/rules.ts';
import { type DocumentValues, mimeTypeOf, startingValues } from '../../ui/document-fields/values.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { TextInput } from '../../ui/forms.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PreviewBeside, useRoomBeside } from '../../ui/paper-form/beside.tsx';
import { useRules } from '../../ui/paper-form/load.ts';
import { type DocumentTypeRules, hasPaper, withProposals } from '../../ui/paper-form/paper.ts';
import { aroundOf } from './around.ts';
import type { WizardSubject } from './configuration.ts';
import type { CustomerChoice, FolderChoice } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import classes from './wizard.module.css';

const PdfViewer = lazy(() => import('../../ui/pdf/pdf-viewer.tsx').then((module) => ({ default: module.PdfViewer })));

interface Props {
  subject: WizardSubject;
  customer: CustomerChoice;
  folder: FolderChoice;
  place: Place;
  progress: Progress | null;
  values: DocumentValues | null;
  errors: Errors;
  kept: string | undefined;
  /** Name of a file that was chosen before the page was left: only its name was kept. */
  missingFile: string | null;
  savingDraft: boolean;
  onTyped: (values: DocumentValues) => void;
  onBack: () => void;
  onDraft: (values: DocumentValues) => void;
  onNext: (values: DocumentValues) => void;
}

/** Pixels of the window from which on the preview stands beside the form, as wizard.module.css has it. */
const ROOM = 992;

export function DocumentStep(props: Props) {
  const { rules, failure, retry } = useRules(props.subject.documentTypeRules);
  if (rules) return <DocumentForm {...props} type={rules} />;
  return failure ? <FailureNote failure={failure} onRetry={retry} /> : <LoadingOverlay />;
}

function DocumentForm(props: Props & { type: DocumentTypeRules }) {
  const { t } = useTranslation();
  const { subject, customer, folder, type } = props;
  const around = useMemo(() => aroundOf(subject, customer, folder), [subject, customer, folder]);
  const beside = useRoomBeside(ROOM);
  const started = props.values ?? startingValues(type);
  const fields = useDocumentForm({
    type,
    initialValues: type.paper ? withProposals(started, type.paper.proposals(around)) : started,
    initialErrors: props.errors,
    around,
    onValuesChange: props.onTyped,
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
          {props.missingFile !== null && values.file === null ? (
            <div className={classes.before}>
              <Note tone="info" title={t('wizard.document.fileGone', { name: props.missingFile })}>
                {t('wizard.document.fileGoneText')}
              </Note>
            </div>
          ) : null}
          <DocumentFields
            fields={fields}
            type={type}
            place={props.place}
            made={{ around, beside }}
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
        {hasPaper(type) ? (
          beside ? (
            <PreviewBeside fields={fields} type={type} around={around} />
          ) : null
        ) : (
          <FilePreview file={values.file} />
        )}
      </div>
      <FootBar
        step="document"
        hint={props.kept}
        savingDraft={props.savingDraft}
        progress={props.progress}
        onDraft={() => fields.submit(props.onDraft, true)}
        onBack={props.onBack}
      />
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
      <p className={`${classes.aside} ${classes.previewText}`}>
        {file ? t('wizard.document.previewNotPdf') : t('wizard.document.previewNone')}
      </p>
    </Card>
  );
}
