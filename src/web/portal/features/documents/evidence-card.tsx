/** The evidence timeline: the newest five events first, then all; never shows a code or handwriting. */
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrinting } from '../../../shared/use-printing.ts';
import { eventsQuery } from '../../api/queries/signing.ts';
import { NotLoaded } from '../../connected/failure-note.tsx';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';
import { useActors } from '../../connected/user-names.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Moment } from './event-item.tsx';
import classes from './side-cards.module.css';

const EvidenceDialog = lazyDialog(async () => (await import('./evidence-dialog.tsx')).EvidenceDialog);

const INITIAL_COUNT = 5;
export function EvidenceCard(props: { documentId: number }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const events = useQuery(eventsQuery(props.documentId));
  const rows = events.data ?? [];
  const actorOf = useActors(rows);
  const shown = usePrinting() ? rows : rows.slice(0, INITIAL_COUNT);
  return (
    <Card title={t('document.evidence.title')} aside={rows.length > 0 ? <ChainCount count={rows.length} /> : null}>
      {events.data === undefined ? (
        <NotLoaded query={events} rows={3} />
      ) : rows.length === 0 ? (
        <p className={classes.caption}>{t('document.evidence.none')}</p>
      ) : (
        <>
          <ol className={classes.events}>
            {shown.map((event) => (
              <Moment key={event.seq} event={event} person={actorOf(event)} />
            ))}
          </ol>
          {rows.length > INITIAL_COUNT ? (
            <button type="button" className={classes.textButton} onClick={() => setAll(true)}>
              {t('document.evidence.all')}
            </button>
          ) : null}
          <EvidenceDialog opened={all} events={rows} actorOf={actorOf} onClose={() => setAll(false)} />
        </>
      )}
    </Card>
  );
}

function ChainCount(props: { count: number }) {
  const { t } = useTranslation();
  return (
    <span className={classes.chain}>
      <IconLink size={14} stroke={1.8} aria-hidden="true" />
      {t('document.evidence.count', { count: props.count, replace: { count: formatCount(props.count) } })}
    </span>
  );
}
