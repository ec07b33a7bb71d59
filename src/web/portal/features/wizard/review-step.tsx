/** Step 4: everything once more, each part with the way back to it. */

import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { staffRolesOf } from '#domain/signing/staff-signers.ts';
import { useSession } from '../../api/session.tsx';
import type { Progress } from '../../api/upload.ts';
import { formatDate } from '../../text/dates.ts';
import { formatSize } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone.ts';
import { BrandLabel } from '../../ui/brand.tsx';
import { Card, type Fact, Facts, Note } from '../../ui/card.tsx';
import { useExtraFacts } from '../../ui/document-fields/extra-facts.ts';
import type { Place } from '../../ui/document-fields/extra-field.tsx';
import { type DocumentValues, fieldsBody } from '../../ui/document-fields/values.ts';
import { Email } from '../../ui/email.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { mayBeMade } from '../../ui/paper-form/paper.ts';
import type { WizardSubject } from './configuration.ts';
import type { CustomerChoice, FolderChoice, NewFolder, Step } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { nameOf } from './steps-bar.tsx';
import classes from './wizard.module.css';

export function ReviewStep(props: {
  subject: WizardSubject;
  customer: CustomerChoice;
  folder: FolderChoice;
  document: DocumentValues;
  place: Place;
  progress: Progress | null;
  kept: string | undefined;
  busy: boolean;
  savingDraft: boolean;
  onGo: (step: Step) => void;
  onBack: () => void;
  onDraft: () => void;
  onCreate: () => void;
}) {
  const { t } = useTranslation();
  const change = (step: Step) => (
    <Button
      className={classes.word}
      size="compact-sm"
      variant="subtle"
      color="accent"
      disabled={props.busy || props.savingDraft}
      onClick={() => props.onGo(step)}
    >
      {t('wizard.review.change')}
      <span className="sr-only">: {t(`wizard.step.${step}`)}</span>
    </Button>
  );
  return (
    <div className={classes.stepForm}>
      <h2 className={classes.reviewTitle}>{t('wizard.review.title')}</h2>
      <div className={classes.review}>
        <Card title={t('wizard.step.customer')} aside={change('customer')}>
          <Facts facts={useCustomerFacts(props.customer)} />
        </Card>
        <Card title={t('wizard.step.folder')} aside={change('folder')}>
          <Facts facts={useFolderFacts(props.folder, props.subject)} />
        </Card>
        <Card title={t('wizard.step.document')} aside={change('document')}>
          <Facts facts={useDocumentFacts(props.document, props.subject, props.place)} />
        </Card>
      </div>
      <Note tone="info" title={`${t('wizard.review.after')}.`}>
        {props.document.signable ? t('wizard.review.afterSign') : t('wizard.review.afterNoSign')}
      </Note>
      <FootBar
        step="review"
        hint={props.kept}
        busy={props.busy}
        savingDraft={props.savingDraft}
        progress={props.progress}
        onDraft={props.onDraft}
        onBack={props.onBack}
        onNext={props.onCreate}
      />
    </div>
  );
}

const or = (value: string | null | undefined) => (value?.trim() ? value : '–');

function useCustomerFacts(customer: CustomerChoice): Fact[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const row = customer.kind === 'existing' ? customer.dossier : customer.values;
  const birthDate =
    customer.kind === 'existing' ? formatDate(customer.dossier.birthDate) : or(customer.values.birthDate);
  return [
    {
      label: t('wizard.step.customer'),
      value: customer.kind === 'existing' ? customerName(customer.dossier) : nameOf(customer),
    },
    ...(customer.kind === 'new'
      ? [
          {
            label: t('wizard.review.origin'),
            value: customer.values.origin
              ? t(`wizard.review.newFrom.${customer.values.origin.searchType}`)
              : t('wizard.review.newCustomer'),
          },
        ]
      : []),
    { label: t('label.field.fiscalCode'), value: <span className="code">{or(row.fiscalCode)}</span> },
    {
      label: t('wizard.customer.birth'),
      value: [birthDate, row.birthPlace].filter((part) => part && part !== '–').join(', ') || '–',
    },
    { label: t('label.field.mobilePhone'), value: <span className="num">{formatPhone(row.mobilePhone)}</span> },
    { label: t('label.field.email'), value: <Email address={row.email} /> },
    { label: t('wizard.customer.address'), value: `${row.street}, ${row.postalCode}\u00a0${row.city}` },
    { label: t('label.field.hst'), value: dealerName(row.hst) },
  ];
}

function useFolderFacts(folder: FolderChoice, subject: WizardSubject): Fact[] {
  const { t } = useTranslation();
  const head: Fact[] = [
    { label: t('label.field.brand'), value: <BrandLabel brand={subject.brand} /> },
    { label: t('label.field.type'), value: <FolderTypeLabel type={subject.folderType} /> },
  ];
  if (folder.kind === 'existing') {
    return [
      ...head,
      { label: t('wizard.step.folder'), value: folderTitle(t, folder.folder) },
      { label: t('label.field.processDate'), value: formatDate(folder.folder.processDate) },
      ...(['plate', 'vin', 'jobId', 'notes'] as const).flatMap((key) => {
        const value = folder.folder[key];
        return value ? [{ label: t(`label.field.${key}`), value }] : [];
      }),
    ];
  }
  const values = folder.values;
  const keys: (keyof NewFolder)[] = ['businessId', 'processDate', 'plate', 'vin', 'jobId', 'notes'];
  return [
    ...head,
    { label: t('wizard.step.folder'), value: t('wizard.review.newFolder') },
    ...keys
      .filter((key) => values[key].trim() !== '')
      .map((key) => ({
        label: key === 'businessId' ? t(`label.businessId.${subject.folderType}`) : t(`label.field.${key}`),
        value: values[key],
      })),
  ];
}

/** The customers first, then whoever signs for the dealer (P-6). */
function signersOf(t: TFunction, document: DocumentValues, { documentTypeRules }: WizardSubject): string {
  const { variableFields } = fieldsBody(document, documentTypeRules);
  const staff = staffRolesOf(variableFields ?? {}, documentTypeRules).map((role) => t(`label.signerRole.${role}`));
  const first = t('label.signerRole.customer');
  return staff.length === 0 ? first : t('wizard.review.signersThen', { first, others: staff.join(', ') });
}

function useDocumentFacts(document: DocumentValues, subject: WizardSubject, place: Place): Fact[] {
  const { t } = useTranslation();
  const typed = Object.fromEntries(Object.entries(document.fields).filter(([, value]) => value !== ''));
  const extras = useExtraFacts(typed, subject.documentTypeRules.fields, place);
  return [
    { label: t('wizard.document.type'), value: documentTypeLabel(t, subject.documentType) },
    ...(mayBeMade(subject.documentTypeRules)
      ? [{ label: t('label.field.file'), value: t('wizard.review.madeHere') }]
      : [
          { label: t('label.field.file'), value: document.file?.name ?? '–' },
          { label: t('label.field.fileSize'), value: <span className="num">{formatSize(document.file?.size)}</span> },
        ]),
    { label: t('label.field.sigType'), value: document.sigType ? t(`label.sigType.${document.sigType}`) : '–' },
    ...(document.signable ? [{ label: t('wizard.review.signers'), value: signersOf(t, document, subject) }] : []),
    { label: t('label.field.signable'), value: document.signable ? t('yes') : '–' },
    { label: t('label.field.archivable'), value: document.archivable ? t('yes') : '–' },
    ...extras,
  ];
}
