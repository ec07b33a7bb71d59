/** "Primi passi": what is missing before the first signature, with links to the pages where each step is done. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasOpenStep } from '#domain/installation/first-steps.ts';
import { firstStepsQuery } from '../../api/queries/first-steps.ts';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { counted } from '../../text/numbers.ts';
import { Card, Note, SkeletonRows } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StepItem } from './step-item.tsx';

export function FirstStepsPage() {
  const { t } = useTranslation();
  const query = useQuery({ ...firstStepsQuery, refetchOnMount: 'always' });
  const title = t('menu.firstSteps');
  const steps = query.data ?? [];
  const open = steps.filter(({ state }) => state === 'open').length;
  return (
    <>
      <PageHead crumbs={[{ label: t('menu.administration') }, { label: title }]} title={title} />
      <div className="stack">
        {query.data !== undefined && !hasOpenStep(steps) ? (
          <Note tone="good" title={t('firstSteps.ready')}>
            {t('firstSteps.readyText')}
          </Note>
        ) : null}
        <QueryFailure query={query} />
        <Card flush>
          <p className="intro">
            {t('firstSteps.lead')} {open > 0 ? <strong>{t('firstSteps.left', counted(open))}</strong> : null}
          </p>
          {query.isPending ? <SkeletonRows rows={7} height={52} /> : null}
          <ol className="divided" aria-label={title}>
            {steps.map((step) => (
              <StepItem key={step.key} step={step} />
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}
