/** The dashboard: brand cards that start the wizard, the legal entity's figures, the documents to complete. */

import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { firstStepsQuery } from '../../api/queries/first-steps.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { StartFromPdf } from '../../entities/pdf-start/drop-anywhere.tsx';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { Note, SkeletonRows } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { BrandCards } from './brand-cards.tsx';
import classes from './dashboard.module.css';
import { LatestDocuments } from './latest-documents.tsx';
import entityClasses from './legal-entity.module.css';
import { type LegalEntityChoice, useLegalEntity } from './legal-entity.ts';
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
          <SkeletonRows rows={5} />
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

/** Most users may not choose: the select and its styles are loaded only for those who may. */
const Choice = lazyPart(async () => (await import('./legal-entity-select.tsx')).LegalEntitySelect);

/** The legal entity above the dashboard: a searchable select for users who may choose, otherwise its name. */
function LegalEntityPicker(props: { choice: LegalEntityChoice }) {
  const { t } = useTranslation();
  const { choices, name, legalEntity } = props.choice;
  const fixed = (
    <p className={entityClasses.fixed}>
      <IconBuildingStore size={18} stroke={1.8} aria-hidden="true" />
      <span className="sr-only">{t('label.field.legalEntity')}:</span>
      <span className={entityClasses.name}>{name ?? t('all.legalEntities')}</span>
    </p>
  );
  if (choices === null) return legalEntity === null ? null : fixed;
  return <Choice meanwhile={fixed} choice={props.choice} />;
}

/** Shows administrators what is missing before the first signature; renders nothing when the setup is complete. */
export function FirstStepsNotice() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(firstStepsQuery);
  const open = data.filter(({ state }) => state === 'open').length;
  if (open === 0) return null;
  return (
    <Note
      tone="waiting"
      title={t('dashboard.firstSteps')}
      action={<Link to={paths.firstSteps}>{t('dashboard.firstStepsGo')}</Link>}
    >
      {t('dashboard.firstStepsLeft', counted(open))}
    </Note>
  );
}
