/** The dashboard: brand cards that start the wizard, the legal entity's figures, the documents to complete. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { StartFromPdf } from '../../entities/pdf-start/drop-anywhere.tsx';
import { paths } from '../../paths.ts';
import { Note, SkeletonRows } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { BrandCards } from './brand-cards.tsx';
import classes from './dashboard.module.css';
import { FirstStepsNotice } from './first-steps-notice.tsx';
import { LatestDocuments } from './latest-documents.tsx';
import { useLegalEntity } from './legal-entity.ts';
import { LegalEntityPicker } from './legal-entity-picker.tsx';
import { brandCards } from './offered-cards.ts';
import { OwnTurns } from './own-turns.tsx';
import { Usage } from './usage.tsx';

export { prefetch } from './prefetch.ts';

export function Dashboard() {
  const { t } = useTranslation();
  const { account } = useSession();
  const mayRead = mayEver(account, 'document.read').ok;
  const mayCreate = mayEver(account, 'document.create').ok;
  const maySign = mayEver(account, 'document.sign').ok;
  const maySeeFigures = mayEver(account, 'statistics.read').ok;
  const choice = useLegalEntity();
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.home'), to: paths.home }, { label: t('menu.dashboard') }]}
        title={t('menu.dashboard')}
        actions={maySeeFigures ? <LegalEntityPicker choice={choice} /> : null}
      />
      <div className="stack">
        {!mayRead ? <Note tone="info">{t('dashboard.noAccess')}</Note> : null}
        {mayEver(account, 'installation.read').ok ? <FirstStepsNotice /> : null}
        {maySign ? <OwnTurns legalEntity={choice.chosen} /> : null}
        {mayCreate ? <NewDocument chosen={choice.chosen} /> : null}
        {maySeeFigures ? <Usage choice={choice} /> : null}
        {mayRead ? (
          <LatestDocuments mayCreate={mayCreate} legalEntity={choice.legalEntity} chosen={choice.chosen} />
        ) : null}
      </div>
    </>
  );
}

function NewDocument({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation();
  const { account, ownDealers } = useSession();
  const configuration = useQuery(folderTypesQuery);
  // Four cards of menus are slow to render: defer them so that the rest is not blocked.
  const types = useDeferredValue(configuration.data);
  const dealers = chosen === null ? ownDealers : ownDealers.filter((dealer) => dealer.legal_entity === chosen);
  const cards = types ? brandCards(account, types, dealers) : null;
  return (
    <section aria-labelledby="new-document">
      <div className={classes.sectionHead}>
        <h2 id="new-document" className="heading">
          {t('dashboard.newDocument')}
        </h2>
        <span className={classes.start}>
          <span className={classes.hint}>{t('dashboard.newDocumentHint')}</span>
          <StartFromPdf />
        </span>
      </div>
      {configuration.isError ? (
        <FailureNote failure={configuration.error} onRetry={() => void configuration.refetch()} />
      ) : cards === null ? (
        <div className={classes.card}>
          <SkeletonRows rows={5} label={t('loading')} />
        </div>
      ) : cards.length === 0 ? (
        <Note tone="info" title={t('dashboard.noCards')}>
          {t('dashboard.noCardsText')}
        </Note>
      ) : (
        <BrandCards cards={cards} />
      )}
    </section>
  );
}
