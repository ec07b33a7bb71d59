/** The wizard: the customer, then folder and document, then one call that creates all three or none. */
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingAnswerOf } from '../../api/failure.ts';
import { dossierQuery, folderQuery, folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FailedPage } from '../../connected/failed-page.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { useWording } from '../../connected/form/form-messages.tsx';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { peekPdfStart, takePdfStart } from '../../entities/pdf-start/handover.ts';
import { paths } from '../../paths.ts';
import { uiLanguage } from '../../text/language.ts';
import { Card, Empty } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { customerErrors } from './customer-rules.ts';
import { Wizard } from './wizard.tsx';
import { EMPTY_DRAFT, type NewCustomer, withCustomer } from './wizard-draft.ts';
import { isWizardAddress, type WizardSubject, wizardSubject } from './wizard-rules.ts';
import { startOfPdf, type WizardStart } from './wizard-start.ts';

export function WizardPage() {
  const { t } = useTranslation();
  const address = useParams({ strict: false });
  const { account, ownDealers } = useSession();
  const configuration = useQuery(folderTypesQuery);
  const [run, setRun] = useState(0);
  if (configuration.isLoadingError) {
    const up = { label: t('menu.dashboard'), to: paths.dashboard };
    const retry = () => void configuration.refetch();
    return <FailedPage up={up} title={t('dashboard.newDocument')} failure={configuration.error} onRetry={retry} />;
  }
  if (!configuration.data) return <LoadingOverlay />;
  const rules = { configuration: configuration.data, dealers: ownDealers };
  const subject = wizardSubject(address, rules, account);
  if (!subject) {
    if (!isWizardAddress(address, rules)) return <NotFoundPage />;
    return (
      <>
        <PageHead
          crumbs={[{ label: t('menu.dashboard'), to: paths.dashboard }, { label: t('wizard.notAllowed') }]}
          title={t('wizard.notAllowed')}
        />
        <Card>
          <Empty
            icon={IconLock}
            title={t('failure.denied')}
            text={t('wizard.notAllowedText')}
            action={
              <Button component={Link} to={paths.dashboard}>
                {t('errorPages.dashboard')}
              </Button>
            }
          />
        </Card>
      </>
    );
  }
  // Another type chosen on the dashboard starts with an empty draft; so does "again" after a document is done.
  const { brand, folderType, documentType } = subject;
  return (
    <PreparedWizard
      key={`${brand} ${folderType} ${documentType} ${run}`}
      subject={subject}
      onAgain={() => setRun((before) => before + 1)}
    />
  );
}

const identifier = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** Loads the customer (`?dossier=`) or the folder with its customer (`?folder=`) given in the address. */
function PreparedWizard(props: { subject: WizardSubject; onAgain: () => void }) {
  const { subject } = props;
  const address = useSearch({ strict: false }) as { folder?: string; dossier?: string };
  const path = useLocation({ select: (location) => location.pathname });
  const folderId = identifier(address.folder);
  const folder = useQuery({ ...folderQuery(folderId ?? 0), enabled: folderId !== null });
  const dossierId = folderId === null ? identifier(address.dossier) : (folder.data?.dossierId ?? null);
  const dossier = useQuery({ ...dossierQuery(dossierId ?? 0), enabled: dossierId !== null });
  const { account, ownDealers } = useSession();
  const wording = useWording();
  const [fromPdf] = useState(() => peekPdfStart(path));
  useEffect(() => takePdfStart(path), [path]);
  const hasPrefill = address.folder !== undefined || address.dossier !== undefined;
  // Starting without them would restart the wizard when they arrive.
  const unreachable = [folder, dossier].find((query) => query.isLoadingError && missingAnswerOf(query.error) !== null);
  const failed = folder.isError || dossier.isError || (hasPrefill && folderId === null && dossierId === null);
  if (unreachable) return <FailureNote failure={unreachable.error} onRetry={() => void unreachable.refetch()} />;
  if (hasPrefill && !failed && (dossier.data === undefined || (folderId !== null && folder.data === undefined))) {
    return <LoadingOverlay />;
  }
  const start = (): WizardStart => {
    if (fromPdf) {
      const errorsOf = (values: NewCustomer) => customerErrors(values, { fes: false }, uiLanguage(), wording);
      return startOfPdf(fromPdf, subject, { actor: account, dealers: ownDealers, errorsOf });
    }
    const empty = { draft: EMPTY_DRAFT, step: 'customer' as const, unusable: hasPrefill };
    if (!hasPrefill || failed || dossier.data?.status !== 'OPEN') return empty;
    const ofCustomer = withCustomer(EMPTY_DRAFT, { kind: 'existing', dossier: dossier.data });
    const withCustomerOnly = { draft: ofCustomer, step: 'document' as const, unusable: false };
    if (folderId === null) return withCustomerOnly;
    const row = folder.data;
    const fits = row?.status === 'OPEN' && row.brand === subject.brand && row.type === subject.folderType;
    if (!fits) return { ...withCustomerOnly, unusable: true };
    return { ...withCustomerOnly, draft: { ...ofCustomer, folder: { kind: 'existing', folder: row } } };
  };
  return <Wizard key={`${folderId} ${dossierId}`} subject={subject} start={start()} onAgain={props.onAgain} />;
}
