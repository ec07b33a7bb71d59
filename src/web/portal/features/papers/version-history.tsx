/** The versions of a scope with author, submitter and publisher of each, newest first. */
import { useTranslation } from 'react-i18next';
import type { VersionHead } from '../../api/queries/papers.ts';
import { useNames } from '../../connected/user-names.ts';
import { formatDateTime } from '../../text/dates.ts';
import { Card } from '../../ui/card.tsx';
import classes from './papers.module.css';
import { StateChip } from './state-chip.tsx';

export function VersionHistory(props: { versions: readonly VersionHead[] }) {
  const { t } = useTranslation();
  const { versions } = props;
  const named = useNames(versions.flatMap((version) => [...version.authors, version.submittedBy, version.publishedBy]));
  const person = (login: string) => named(login) ?? '…';
  return (
    <Card title={t('papers.history')} flush>
      {versions.length === 0 ? <p className={classes.none}>{t('papers.noHistory')}</p> : null}
      <ul className={classes.history}>
        {versions.map((one) => (
          <li key={one.id} className={classes.moment}>
            <span className={classes.momentHead}>
              <strong>{one.version ?? t('papers.number', { id: one.id })}</strong>
              <StateChip state={one.state} />
            </span>
            <span className={classes.caption}>
              {t('papers.writtenBy', { people: one.authors.map(person).join(', ') })}
            </span>
            {one.submittedBy && one.submittedDate ? (
              <span className={classes.caption}>
                {t('papers.submittedBy', { person: person(one.submittedBy), at: formatDateTime(one.submittedDate) })}
              </span>
            ) : null}
            {one.publishedBy && one.publishedDate ? (
              <span className={classes.caption}>
                {t('papers.publishedBy', { person: person(one.publishedBy), at: formatDateTime(one.publishedDate) })}
              </span>
            ) : null}
            {one.note ? <span className={classes.noteText}>{one.note}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
