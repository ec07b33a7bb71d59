/** Step 2: folder and document on one page, with a live preview of the file and what happens next. */

import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '#domain/dossiers/customer-name.ts';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { staffRolesOf } from '#domain/signing/staff-signers.ts';
import { useStartObstacle } from '../../api/queries/start-obstacle.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { focusFirstError, RequiredHint } from '../../connected/form/form-messages.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { type RefusedFields, withPageComparison } from '../../connected/page-comparison.tsx';
import { customerBody } from '../../entities/customers/customer-values.ts';
import { DocumentFields } from '../../entities/documents/fields/document-fields.tsx';
import { type DocumentForm, useDocumentForm } from '../../entities/documents/fields/document-form.ts';
import { type DocumentValues, fieldsBody, startingValues } from '../../entities/documents/fields/document-values.ts';
import { ObstacleNote } from '../../entities/documents/fields/obstacle-note.tsx';
import { useRules } from '../../entities/papers/form/load-rules.ts';
import { type DocumentTypeRules, hasPaper, type PaperCase, withProposals } from '../../entities/papers/form/paper.ts';
import { PreviewBeside, useHasRoomBeside } from '../../entities/papers/form/preview-beside-form.tsx';
import { FileBeforeUpload, isPdf } from '../../entities/signature-places/lazy-before-upload.tsx';
import { Card, Note } from '../../ui/card.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { focusFirstField } from '../../ui/page-head.tsx';
import { CustomerCard } from './customer/customer-card.tsx';
import { DoubtsNote, useDoubts } from './doubts-note.tsx';
import { FolderCard } from './folder-card.tsx';
import { type FolderChoosing, useFolderChoice } from './folder-choice.ts';
import { useFolderOfFile } from './folder-from-file.ts';
import { ActBar } from './foot-bar.tsx';
import { paperCaseOf } from './paper-case.ts';
import type { Act } from './use-create.ts';
import type { WizardState } from './use-wizard.ts';
import classes from './wizard.module.css';
import type { CustomerChoice } from './wizard-draft.ts';

interface Props {
  wizard: WizardState;
  customer: CustomerChoice;
}

/** Window width in pixels from which the preview is next to the form; the same as in wizard.module.css. */
const PREVIEW_MIN_WIDTH = 992;

export function DocumentStep(props: Props) {
  const { rules, failure, retry } = useRules(props.wizard.subject.documentTypeRules);
  if (rules) return <Page {...props} type={rules} />;
  return failure ? <FailureNote failure={failure} onRetry={retry} /> : <LoadingOverlay />;
}

/** The document's fields; those derived from the folder are updated as the folder is typed. */
function useFields({ draft, patch }: WizardState, type: DocumentTypeRules, data: PaperCase, errors: RefusedFields) {
  const started = draft.document ?? startingValues(type);
  const fields = useDocumentForm({
    type,
    initialValues: type.paper ? withProposals(started, type.paper.proposals(data)) : started,
    initialErrors: errors,
    paperCase: data,
    onValuesChange: (document) => patch({ document }),
  });
  const proposalsKey = hasPaper(type) ? JSON.stringify(type.paper.proposals(data)) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value taken from the folder
  useEffect(() => {
    const values = fields.form.getValues();
    if (proposalsKey !== null && proposalsKey !== JSON.stringify(values.proposed)) {
      fields.form.setValues(withProposals(values, JSON.parse(proposalsKey) as Record<string, string>));
    }
  }, [proposalsKey]);
  return fields;
}

/** Validates folder and document, asks about doubts, and sends both. */
function useActs(wizard: WizardState, folder: FolderChoosing, fields: DocumentForm) {
  const doubts = useDoubts();
  const [requestedAct, setRequestedAct] = useState<Act>('create');
  const send = (act: Act) => {
    const chosenFolder = folder.given();
    if (chosenFolder) wizard.send(act, { folder: chosenFolder, document: fields.form.getValues() });
  };
  const act = (requested: Act) => {
    const errors = { ...folder.check(), ...fields.check(requested === 'draft') };
    setRequestedAct(requested);
    if (Object.keys(errors).length > 0) focusFirstError(errors);
    else doubts.pass(folder.doubts, () => send(requested));
  };
  return { act, asking: doubts.asking, confirm: () => act(requestedAct) };
}

/** When the data had to be loaded first, the step is already open: focus its first field. */
const useFirstField = (isReady: boolean): void =>
  useEffect(() => {
    if (isReady && document.activeElement?.matches('body, h1')) focusFirstField();
  }, [isReady]);

function Page(props: Props & { type: DocumentTypeRules }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { wizard, customer, type } = props;
  const { subject, failure } = wizard;
  const errors = withPageComparison(wizard.errorsOf('document'), failure?.cause);
  const folder = useFolderChoice(wizard, errors);
  const { chosen } = folder;
  useFirstField(!folder.isAsked);
  const typed = folder.form.values;
  const paperCase = useMemo(
    () =>
      paperCaseOf(subject, customer, chosen ? { kind: 'existing', folder: chosen } : { kind: 'new', values: typed }),
    [subject, customer, chosen, typed],
  );
  const beside = useHasRoomBeside(PREVIEW_MIN_WIDTH);
  const fields = useFields(wizard, type, paperCase, errors);
  const { values } = fields.form;
  const fromFile = useFolderOfFile(wizard, folder, values.file);
  const { act, asking, confirm } = useActs(wizard, folder, fields);
  const { brand, folderType } = subject;
  const { hst } = customer.kind === 'existing' ? customer.dossier : customer.values;
  const place = { brand, folderType, hst };
  const signer = personName(customer.kind === 'existing' ? customer.dossier : customer.values);
  // The other obstacles (a tablet, an evidence reader) can be checked only for an existing document.
  const startable = values.signable && values.sigType === 'OTP' && may('document.sign', place).ok;
  const obstacle = useStartObstacle({
    customer: customer.kind === 'existing' ? customer.dossier : customerBody(customer.values),
    folder: { type: folderType, status: chosen?.status ?? 'OPEN' },
    ...{ type: type.slug, signable: values.signable, sigType: values.sigType },
  });
  const starts = startable && obstacle === null;
  return (
    // Enter submits nothing: sending to the customer requires a deliberate click.
    <form className={classes.stepForm} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes.columns} data-kind="document">
        <div className={classes.stepForm}>
          <CustomerCard wizard={wizard} customer={customer} />
          <FolderCard subject={subject} customer={customer} folder={folder} fromFile={fromFile} />
          <DocumentCard
            missing={values.file === null ? wizard.missingFile : null}
            fields={fields}
            type={type}
            place={place}
            made={{ paperCase, beside }}
          />
          <AfterNote document={values} rules={subject.documentTypeRules} customer={customer} starts={starts} />
        </div>
        {hasPaper(type) ? (
          beside ? (
            <PreviewBeside fields={fields} type={type} paperCase={paperCase} />
          ) : null
        ) : (
          <div className={classes.beside}>
            <FilePreview {...{ fields, place }} rules={type} signer={signer} />
          </div>
        )}
      </div>
      {startable && obstacle ? <ObstacleNote obstacle={obstacle} onCustomer={wizard.back} /> : null}
      {asking ? <DoubtsNote doubts={folder.doubts} onConfirm={confirm} /> : null}
      <ActBar wizard={wizard} missing={folder.given() ? null : t('wizard.folder.choose')} starts={starts} onAct={act} />
    </form>
  );
}

/** @param props.missing name of a file chosen before the page was left: only its name was kept. */
function DocumentCard(props: Omit<Parameters<typeof DocumentFields>[0], 'lead'> & { missing: string | null }) {
  const { t } = useTranslation();
  const { missing, ...fields } = props;
  return (
    <Card title={t('wizard.document.title')} aside={<RequiredHint />}>
      {missing === null ? null : (
        <div className={classes.before}>
          <Note tone="info" title={t('wizard.document.fileGone', { name: missing })}>
            {t('wizard.document.fileGoneText')}
          </Note>
        </div>
      )}
      <DocumentFields
        {...fields}
        lead={
          <TextInput
            label={t('label.field.type')}
            description={t('wizard.document.typeHint')}
            readOnly
            // Already decided: skip it when tabbing to the open choices.
            tabIndex={-1}
            value={documentTypeLabel(t, fields.type.slug)}
          />
        }
      />
    </Card>
  );
}

function FilePreview(props: Omit<Parameters<typeof FileBeforeUpload>[0], 'file' | 'show'>) {
  const { t } = useTranslation();
  const { file } = props.fields.form.values;
  if (isPdf(file)) return <FileBeforeUpload {...props} file={file} show="pages" />;
  return (
    <Card title={t('wizard.document.preview')}>
      <div className={classes.blank} aria-hidden="true" />
      <p className={`quiet ${classes.previewText}`}>
        {file ? t('wizard.document.previewNotPdf') : t('wizard.document.previewNone')}
      </p>
    </Card>
  );
}

/** The customers first, then the dealer's signers. */
function signersOf(t: TFunction, document: DocumentValues, rules: ConfiguredDocumentType): string {
  const { variableFields } = fieldsBody(document, rules);
  const staff = staffRolesOf(variableFields ?? {}, rules).map((role) => t(`label.signerRole.${role}`));
  const first = t('label.signerRole.customer');
  return staff.length === 0 ? first : t('wizard.after.signersThen', { first, others: staff.join(', ') });
}

/** Explains who signs, and what happens to the document after its creation. */
function AfterNote(props: {
  document: DocumentValues;
  rules: ConfiguredDocumentType;
  customer: CustomerChoice;
  /** Whether the same action can start the signature. */
  starts: boolean;
}) {
  const { t } = useTranslation();
  const { document, rules, customer } = props;
  if (!document.signable) return <Note tone="info">{t('wizard.after.noSign')}</Note>;
  const email = customer.kind === 'existing' ? customer.dossier.email : customer.values.email;
  return (
    <Note tone="info" title={t('wizard.after.signers', { signers: signersOf(t, document, rules) })}>
      {props.starts ? t('wizard.after.start', { email }) : t('wizard.after.later')}
    </Note>
  );
}
