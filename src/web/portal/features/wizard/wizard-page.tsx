/** The wizard: customer, folder, document, review, then one call that makes all three or nothing (specification §2, P-20). */
import '../../../shared/no-eval.ts';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dossierQuery, folderQuery, folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { usePageAccent } from '../../ui/brand.tsx';
import { Card, Empty } from '../../ui/card.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { documentTypeLabel } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type WizardSubject, wizardSubject } from './configuration.ts';
import { type Created, type CreateFailure, useCreate } from './create.ts';
import { CustomerStep } from './customer-step.tsx';
import { DocumentStep } from './document-step.tsx';
import { DoneStep } from './done-step.tsx';
import type { Draft, Step } from './draft.ts';
import { FolderStep } from './folder-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepsBar } from './steps-bar.tsx';
import classes from './wizard.module.css';

export function WizardPage() {
  const { t } = useTranslation();
  const address = useParams({ strict: false });
  const { account } = useSession();
  const configuration = useQuery(folderTypesQuery);
  if (configuration.isError) {
    return <FailureNote failure={configuration.error} onRetry={() => void configuration.refetch()} />;
  }
  if (!configuration.data) return <LoadingOverlay />;
  const subject = wizardSubject(address, configuration.data, account);
  if (!subject) {
    return (
      <>
        <PageHead
          crumbs={[{ label: t('menu.dashboard'), to: paths.dashboard }, { label: t('wizard.notAllowed') }]}
          title={t('wizard.notAllowed')}
        />
        <Card>
          <Empty
            icon={<IconLock size={30} stroke={1.6} />}
            title={t('failure.denied')}
            text={t('wizard.notAllowedText')}
          />
        </Card>
      </>
    );
  }
  // Another type chosen from the dashboard starts from nothing (specification §2).
  return <Prepared key={`${subject.brand} ${subject.folderType} ${subject.documentType}`} subject={subject} />;
}

const EMPTY: Draft = { customer: null, folder: null, document: null };

/** Coming from a folder (`?folder=`) customer and folder are chosen already, if the folder fits and is open. */
function Prepared(props: { subject: WizardSubject }) {
  const { subject } = props;
  const { folder: wanted } = useSearch({ strict: false }) as { folder?: string };
  const id = wanted && /^[1-9]\d{0,14}$/.test(wanted) ? Number(wanted) : null;
  const folder = useQuery({ ...folderQuery(id ?? 0), enabled: id !== null });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.isSuccess });
  if (id === null || folder.isError || dossier.isError) return <Wizard subject={subject} start={EMPTY} />;
  if (!folder.data || !dossier.data) return <LoadingOverlay />;
  const row = folder.data;
  const fits = row.status === 'OPEN' && row.brand === subject.brand && row.type === subject.folderType;
  const start: Draft = fits
    ? {
        customer: { kind: 'existing', dossier: dossier.data },
        folder: { kind: 'existing', folder: row },
        document: null,
      }
    : EMPTY;
  return <Wizard subject={subject} start={start} />;
}

function Wizard(props: { subject: WizardSubject; start: Draft }) {
  const { t } = useTranslation();
  const { subject } = props;
  const [draft, setDraft] = useState(props.start);
  const [step, setStep] = useState<Step>(props.start.folder ? 'document' : 'customer');
  const [created, setCreated] = useState<Created | null>(null);
  const [failure, setFailure] = useState<CreateFailure | null>(null);
  const create = useCreate(subject, {
    onCreated: setCreated,
    onFailed: (failed) => {
      setFailure(failed);
      setStep(failed.step);
    },
  });
  usePageAccent(subject.brand);
  const top = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  // A new step starts at its top, and the keyboard with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the step changes
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }, [step, created]);

  const type = documentTypeLabel(t, subject.documentType);
  const go = (next: Step) => {
    setFailure(null);
    setStep(next);
  };
  const keep = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const errorsFor = (name: Step) => (failure?.step === name ? failure.errors : {});
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.dashboard'), to: paths.dashboard },
          { label: t(`label.folderType.${subject.folderType}`) },
          { label: type },
        ]}
        title={t('wizard.title', { type: type.charAt(0).toLowerCase() + type.slice(1) })}
      />
      <div ref={top} tabIndex={-1} className={classes.stack}>
        <StepsBar step={created ? null : step} subject={subject} draft={draft} />
        {failure && !created ? <FailureNote failure={failure.cause} /> : null}
        {created ? <DoneStep created={created} type={type} /> : null}
        {!created && step === 'customer' ? (
          <CustomerStep
            subject={subject}
            choice={draft.customer}
            errors={errorsFor('customer')}
            onNext={(customer) => {
              const same =
                customer.kind === 'existing' &&
                draft.customer?.kind === 'existing' &&
                customer.dossier.id === draft.customer.dossier.id;
              // A folder chosen for another customer cannot stay.
              keep(same || draft.folder?.kind !== 'existing' ? { customer } : { customer, folder: null });
              go('folder');
            }}
          />
        ) : null}
        {!created && step === 'folder' && draft.customer ? (
          <FolderStep
            subject={subject}
            customer={draft.customer}
            choice={draft.folder}
            errors={errorsFor('folder')}
            onBack={(folder) => {
              if (folder) keep({ folder });
              go('customer');
            }}
            onNext={(folder) => {
              keep({ folder });
              go('document');
            }}
          />
        ) : null}
        {!created && step === 'document' ? (
          <DocumentStep
            subject={subject}
            values={draft.document}
            errors={errorsFor('document')}
            onBack={(document) => {
              keep({ document });
              go('folder');
            }}
            onNext={(document) => {
              keep({ document });
              go('review');
            }}
          />
        ) : null}
        {!created && step === 'review' && draft.customer && draft.folder && draft.document ? (
          <ReviewStep
            subject={subject}
            customer={draft.customer}
            folder={draft.folder}
            document={draft.document}
            busy={create.isPending}
            onGo={go}
            onCreate={() => {
              setFailure(null);
              create.mutate(draft);
            }}
          />
        ) : null}
      </div>
    </>
  );
}
