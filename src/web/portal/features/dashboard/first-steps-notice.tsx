/** Shows administrators what is missing before the first signature; renders nothing when the setup is complete. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { firstStepsQuery } from '../../api/queries/first-steps.ts';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { Note } from '../../ui/card.tsx';

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
