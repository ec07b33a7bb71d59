/** All evidence of a document, grouped by day and filtered by kind. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../api/answer-types.ts';
import { formatLongDate, toIsoDate } from '../../text/dates.ts';
import { uiLanguage } from '../../text/language.ts';
import { formatCount } from '../../text/numbers.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EVENT_KINDS, type EventKind, kindOf } from './event-facts.ts';
import { Moment } from './event-item.tsx';
import classes from './side-cards.module.css';

export function EvidenceDialog(props: {
  opened: boolean;
  events: readonly EventRow[];
  actorOf: (event: EventRow) => string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<EventKind | 'all'>('all');
  const shown = props.events.filter((event) => kind === 'all' || kindOf(event.type) === kind);
  const count = (filter: EventKind | 'all') =>
    filter === 'all' ? props.events.length : props.events.filter((event) => kindOf(event.type) === filter).length;
  return (
    <Dialog opened={props.opened} title={t('document.evidence.dialog')} width={620} onClose={props.onClose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of toggle buttons, not a set of fields */}
      <div role="group" aria-label={t('document.evidence.filter')} className={classes.kinds}>
        {(['all', ...EVENT_KINDS] as const).map((filter) => (
          <button
            key={filter}
            type="button"
            className={classes.kind}
            aria-pressed={kind === filter}
            onClick={() => setKind(filter)}
          >
            {t(`document.evidence.kind.${filter}`)} <span className="num">{formatCount(count(filter))}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 ? <p className={classes.caption}>{t('document.evidence.noneOfKind')}</p> : null}
      {byDay(shown).map(([day, events]) => (
        <section key={day} className={classes.day} aria-label={dayName(day)}>
          <h3 className={classes.dayName}>{dayName(day)}</h3>
          <ol className={classes.events}>
            {events.map((event) => (
              <Moment key={event.seq} event={event} person={props.actorOf(event)} timeOnly />
            ))}
          </ol>
        </section>
      ))}
      <p className={classes.caption}>{t('document.evidence.zone')}</p>
    </Dialog>
  );
}

const dayName = (day: string): string => formatLongDate(new Date(`${day}T12:00:00Z`), uiLanguage());

/** Groups by day, newest first, keeping the order of the events. */
function byDay(events: readonly EventRow[]): [day: string, events: EventRow[]][] {
  const days = new Map<string, EventRow[]>();
  for (const event of events) {
    const day = toIsoDate(new Date(event.time));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days];
}
