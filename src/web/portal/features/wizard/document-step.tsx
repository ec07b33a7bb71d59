/** Step 2: the folder and the document on one page, with the live preview of its file and what happens next (specification §2, §5). */
import { useForm } from '@mantine/form';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import type { Progress } from '../../api/upload.ts';
import { spoken } from '../../text/language.ts';
import { Card, Note } from '../../ui/card.tsx';
import { DocumentFields } from '../../ui/document-fields/document-fields.tsx';
import { type DocumentForm, useDocumentForm } from '../../ui/document-fields/document-form.ts';
import type { Errors } from '../../ui/document-fields/rules.ts';
import { type DocumentValues, mimeTypeOf, startingValues } from '../../ui/document-fields/values.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { fetched } from '../../ui/fetched.tsx';
import { folderDoubts, startingFields } from '../../ui/folder-values.ts';
import { focusFirstError, RequiredHint, useWording, type Wording } from '../../ui/form/wording.tsx';
import { TextInput } from '../../ui/forms.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import type { RefusedFields } from '../../ui/page-comparison.tsx';
import { PreviewBeside, useRoomBeside } from '../../ui/paper-form/beside.tsx';
import { useRules } from '../../ui/paper-form/load.ts';
import { type DocumentTypeRules, hasPaper, type PaperAround, withProposals } from '../../ui/paper-form/paper.ts';
import { AfterNote } from './after-note.tsx';
import { aroundOf } from './around.ts';
import type { WizardSubject } from './configuration.ts';
import type { Act } from './create.ts';
import { CustomerCard } from './customer/customer-card.tsx';
import { DoubtsNote, useDoubts } from './doubts.tsx';
import type { CustomerChoice, FolderChoice, NewFolder } from './draft.ts';
import { FolderCard } from './folder-card.tsx';
import { ActBar } from './foot-bar.tsx';
import { folderErrors } from './rules.ts';
import classes from './wizard.module.css';

const PdfViewer = fetched(() => import('../../ui/pdf/pdf-viewer.tsx').then((module) => module.PdfViewer));

/** What the page gives: a folder, and the document in it. */
export interface Given {
  folder: FolderChoice;
  document: DocumentValues;
}

interface Props {
  subject: WizardSubject;
  customer: CustomerChoice;
  /** The new customer comes from elsewhere, and nobody has seen its form. */
  unseen: boolean;
  folder: FolderChoice | null;
  typedFolder: NewFolder | null;
  values: DocumentValues | null;
  errors: RefusedFields;
  kept: string | undefined;
  /** Name of a file that was chosen before the page was left: only its name was kept. */
  missingFile: string | null;
  progress: Progress | null;
  busy: Act | null;
  onUse: (dossier: DossierRow) => void;
  onFolder: (folder: FolderRow | null) => void;
  onTypedFolder: (values: NewFolder) => void;
  onTyped: (values: DocumentValues) => void;
  onBack: () => void;
  onAct: (act: Act, given: Given) => void;
}

/** Pixels of the window from which on the preview stands beside the form, as wizard.module.css has it. */
const ROOM = 992;

export function DocumentStep(props: Props) {
  const { rules, failure, retry } = useRules(props.subject.documentTypeRules);
  if (rules) return <Page {...props} type={rules} />;
  return failure ? <FailureNote failure={failure} onRetry={retry} /> : <LoadingOverlay />;
}

/** The form of a new folder, judged by what its type asks for. */
function useFolderForm(props: Props) {
  const { t } = useTranslation();
  const { subject } = props;
  const number = t(`label.businessId.${subject.folderType}`);
  const plain = useWording();
  const wording: Wording = (field, message, code) =>
    plain(field, message, code, field === 'businessId' ? number : undefined);
  return useForm<NewFolder>({
    initialValues: props.typedFolder ?? startingFields(subject.folderTypeRules),
    initialErrors: props.errors,
    validateInputOnBlur: true,
    onValuesChange: props.onTypedFolder,
    validate: (values) => folderErrors(values, subject, subject.folderTypeRules, spoken(), wording),
  });
}

/** What the folder tells of the document's fields follows it while it is typed. */
function useFollowing(fields: DocumentForm, type: DocumentTypeRules, around: PaperAround): void {
  const told = hasPaper(type) ? JSON.stringify(type.paper.proposals(around)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that the folder tells
  useEffect(() => {
    const values = fields.form.getValues();
    if (told !== null && told !== JSON.stringify(values.proposed)) {
      fields.form.setValues(withProposals(values, JSON.parse(told) as Record<string, string>));
    }
  }, [told]);
}

function Page(props: Props & { type: DocumentTypeRules }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { subject, customer, type } = props;
  const [kind, setKind] = useState<FolderChoice['kind']>(props.folder?.kind ?? 'new');
  const chosen = props.folder?.kind === 'existing' ? props.folder.folder : null;
  const folderForm = useFolderForm(props);
  const typed = folderForm.values;
  const around = useMemo(
    () => aroundOf(subject, customer, chosen ? { kind: 'existing', folder: chosen } : { kind: 'new', values: typed }),
    [subject, customer, chosen, typed],
  );
  const beside = useRoomBeside(ROOM);
  const started = props.values ?? startingValues(type);
  const fields = useDocumentForm({
    type,
    initialValues: type.paper ? withProposals(started, type.paper.proposals(around)) : started,
    initialErrors: props.errors,
    around,
    onValuesChange: props.onTyped,
  });
  useFollowing(fields, type, around);
  const { values } = fields.form;

  const doubts = useDoubts();
  const [asked, setAsked] = useState<Act>('create');
  const open = kind === 'new' ? folderDoubts(typed, spoken()) : [];
  const send = (act: Act) => {
    const folder: FolderChoice | null =
      kind === 'new' ? { kind, values: folderForm.getValues() } : chosen && { kind, folder: chosen };
    if (folder) props.onAct(act, { folder, document: fields.form.getValues() });
  };
  const act = (wanted: Act) => {
    const ofFolder = kind === 'new' ? (folderForm.validate().errors as Errors) : {};
    const errors = { ...ofFolder, ...fields.check(wanted === 'draft') };
    setAsked(wanted);
    if (Object.keys(errors).length > 0) focusFirstError(errors);
    else doubts.pass(open, () => send(wanted));
  };
  const hst = customer.kind === 'existing' ? customer.dossier.hst : customer.values.hst;
  const { brand, folderType } = subject;
  const place = { brand, folderType, hst };
  // Where a tablet and who reads the evidence are needed too, it is known only of a document that is there.
  const starts = values.signable && values.sigType === 'OTP' && may('document.sign', place).ok;
  return (
    // Enter in a field sends nothing: what goes to the customer is pressed on purpose.
    <form className={classes.stepForm} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes.columns} data-kind="document">
        <div className={classes.stepForm}>
          <CustomerCard
            customer={customer}
            unseen={props.unseen}
            busy={props.busy !== null}
            onChange={props.onBack}
            onUse={props.onUse}
          />
          <FolderCard
            subject={subject}
            customer={customer}
            kind={kind}
            chosen={chosen}
            form={folderForm}
            onKind={(next) => {
              setKind(next);
              if (next === 'new') props.onFolder(null);
            }}
            onChoose={props.onFolder}
          />
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
              place={place}
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
          <AfterNote document={values} rules={subject.documentTypeRules} customer={customer} starts={starts} />
        </div>
        {hasPaper(type) ? (
          beside ? (
            <PreviewBeside fields={fields} type={type} around={around} />
          ) : null
        ) : (
          <div className={classes.beside}>
            <FilePreview file={values.file} />
          </div>
        )}
      </div>
      {doubts.asking ? <DoubtsNote doubts={open} onConfirm={() => act(asked)} /> : null}
      <ActBar
        hint={props.kept}
        missing={kind === 'existing' && !chosen ? t('wizard.folder.choose') : null}
        starts={starts}
        busy={props.busy}
        progress={props.progress}
        onBack={props.onBack}
        onAct={act}
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
