/** Shows clauses for reading or approval, as they are or compared word by word with the published ones. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClauseInput } from '#domain/papers/versions/version-schemas.ts';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/inputs/control-styles.ts';
import classes from './papers.module.css';
import { withNamedPlaceholders } from './translated-names.ts';

/** Loaded for a comparison: most users only read. */
const ChangedWords = lazyPart(async () => (await import('./changed-words.tsx')).ChangedWords);

export function ClausesRead(props: {
  clauses: readonly ClauseInput[];
  /** The clauses to compare with; null when there are none. */
  before: { name: string; clauses: readonly ClauseInput[] } | null;
}) {
  const { t } = useTranslation();
  const { clauses, before } = props;
  const [compared, setCompared] = useState(before !== null);
  const old = (id: string) => before?.clauses.find((clause) => clause.id === id);
  const changed = before === null ? 0 : clauses.filter((clause) => isChanged(clause, old(clause.id))).length;
  return (
    <Card
      title={t('papers.clauses')}
      aside={
        before === null ? null : (
          <span>{t(changed === 0 ? 'papers.unchanged' : 'papers.changed', { count: changed, name: before.name })}</span>
        )
      }
    >
      <div className={classes.stack}>
        {before === null ? null : (
          <Checkbox
            label={t('papers.compare', { name: before.name })}
            checked={compared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
        )}
        <ol className={classes.read}>
          {clauses.map((clause) => (
            <li key={clause.id}>
              <strong>
                <ClauseText before={compared ? old(clause.id)?.heading : undefined} now={clause.heading} />
              </strong>
              <p className={classes.clauseText}>
                <ClauseText before={compared ? old(clause.id)?.text : undefined} now={clause.text} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

const isChanged = (clause: ClauseInput, previous: ClauseInput | undefined): boolean =>
  clause.heading !== previous?.heading || clause.text !== previous.text;

/** Marks removed and added words; shows the plain text when there is nothing to compare with. */
function ClauseText(props: { before: string | undefined; now: string }) {
  const { t } = useTranslation();
  const now = withNamedPlaceholders(t, props.now);
  if (props.before === undefined) return now;
  return <ChangedWords meanwhile={now} before={withNamedPlaceholders(t, props.before)} now={now} />;
}
