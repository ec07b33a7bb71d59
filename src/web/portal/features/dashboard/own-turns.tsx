/** "Tocca a te firmare": the documents that wait for the user's own signature; renders nothing when there are none. */
import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Count } from '../../connected/chip.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import { useOwnTurns, useTurnsTogether } from '../../entities/documents/own-turns.ts';
import { paths } from '../../paths.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './own-turns.module.css';

/** @param props.legalEntity only what is signed for this legal entity; null: for all */
export function OwnTurns(props: { legalEntity: string | null }) {
  const { t } = useTranslation();
  const { data } = useOwnTurns(props.legalEntity);
  const together = useTurnsTogether(props);
  if (!data || data.length === 0) return null;
  return (
    <Card
      flush
      title={t('dashboard.ownTurns')}
      count={<Count>{data.length}</Count>}
      aside={
        together ? (
          <SmallButton component={Link} to={together.to}>
            {t('dashboard.ownTurnsAll', { number: together.number })}
          </SmallButton>
        ) : null
      }
    >
      <ul className="divided">
        {data.map((turn) => (
          <li key={turn.documentId} className={classes.turn}>
            <BrandTile brand={turn.brand} size={28} />
            <span className={classes.what}>
              <Link to={paths.document(turn.documentId)} className={classes.name}>
                {documentTypeLabel(t, turn.type)}
              </Link>
              <span className={classes.more}>
                {turn.customer}
                {turn.documents > 1 ? ` · ${t('dashboard.ownTurnMany', { number: turn.documents })}` : null}
                {' · '}
                {t('dashboard.ownTurnUntil', {
                  date: formatShortDate(turn.expiresAt),
                  time: formatTime(turn.expiresAt),
                })}
              </span>
            </span>
            <Button
              component={Link}
              to={paths.ownSignature(turn.documentId)}
              size="xs"
              className={classes.act}
              aria-label={`${t('dashboard.ownTurnSign')}: ${documentTypeLabel(t, turn.type)} ${turn.documentId}`}
              leftSection={<IconSignature size={16} stroke={1.8} />}
            >
              {t('dashboard.ownTurnSign')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
