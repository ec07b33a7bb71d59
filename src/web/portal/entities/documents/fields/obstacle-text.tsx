/** The text of an obstacle, and a link to resolve it. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Obstacle } from '../../../api/queries/start-obstacle.ts';
import { paths } from '../../../paths.ts';
import { formatPhone } from '../../../text/phone-number.ts';
import { Note } from '../../../ui/card.tsx';

/** Opens in a separate tab, so that the input here is not lost. */
const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

export interface ObstacleProps {
  obstacle: Obstacle;
  /** Opens the form of a new customer. */
  onCustomer?: () => void;
}

export function ObstacleText(props: ObstacleProps) {
  const { t } = useTranslation();
  const { kind, dossierId, mobilePhone, moduleId } = props.obstacle;
  if (kind === 'feaModuleMissing' && moduleId !== null) {
    return (
      <Note
        tone="waiting"
        title={t('startObstacle.feaModuleWaiting.title', { id: moduleId })}
        action={
          <Link to={paths.document(moduleId)} {...NEW_TAB}>
            {t('startObstacle.feaModuleWaiting.way', { id: moduleId })}
          </Link>
        }
      >
        {t('startObstacle.feaModuleWaiting.text')}
      </Note>
    );
  }
  const isOfPhone = kind === 'phoneMissing' || kind === 'phoneFixed' || kind === 'phoneAbroad';
  const link = isOfPhone ? <PhoneNumberLink dossierId={dossierId} onCustomer={props.onCustomer} /> : undefined;
  return (
    <Note tone="waiting" title={t(`startObstacle.${kind}.title`)} action={link}>
      {t(`startObstacle.${kind}.text`, { phone: formatPhone(mobilePhone) })}
    </Note>
  );
}

function PhoneNumberLink(props: { dossierId: number | null; onCustomer: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { dossierId, onCustomer } = props;
  const word = t('startObstacle.correct');
  if (dossierId !== null) {
    return (
      <Link to={paths.dossier(dossierId)} search={{ edit: 'complete' }} {...NEW_TAB}>
        {word}
      </Link>
    );
  }
  return onCustomer ? (
    <Button variant="subtle" size="compact-sm" onClick={onCustomer}>
      {word}
    </Button>
  ) : null;
}
