/** Shows which other user saved the row and when, and each field with both values. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '../../../text/dates.ts';
import { fieldLabel, readable } from '../../labels.ts';
import { useNames, useOwnLogin } from '../../user-names.ts';
import { changedByOthers } from '../merge-changes.ts';
import classes from './conflict.module.css';
import type { Authored, Conflict } from './conflict.ts';

type Values = Conflict['base'];

export function ConflictDetails({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  const { base, mine, theirs } = conflict;
  const changes = changedByOthers(base, mine, theirs);
  const nameOf = (field: string) => conflict.fieldName?.(field, theirs) ?? fieldLabel(t, field) ?? readable(field);
  const textOf = (field: string, values: Values) => valueText(t, conflict, field, values);
  return (
    <div className={classes.details}>
      <SavedBy stored={conflict.stored} />
      {changes.length === 0 ? (
        <p>{t('conflict.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, isMine }) => (
              <tr key={field}>
                <th scope="row">{nameOf(field)}</th>
                <td data-title={t('conflict.mine')} data-kept={isMine || undefined}>
                  {textOf(field, mine)}
                </td>
                <td data-title={t('conflict.theirs')} data-kept={!isMine || undefined}>
                  {textOf(field, theirs)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changes.length === 0 ? null : <p>{t('conflict.bold')}</p>}
    </div>
  );
}

/** No name is shown for a person that the reader may not see. */
function SavedBy({ stored }: { stored: Authored }) {
  const { t } = useTranslation();
  const ownLogin = useOwnLogin();
  const by = stored.lastModifiedBy ?? null;
  const name = useNames([by])(by);
  if (!stored.lastModifiedDate || (by !== null && name === null)) return null;
  const when = { date: formatDate(stored.lastModifiedDate), time: formatTime(stored.lastModifiedDate) };
  if (by === ownLogin) return <p>{t('conflict.byYou', when)}</p>;
  return <p>{t('conflict.by', { ...when, name: name === null || name === by ? t('conflict.other') : name })}</p>;
}

function valueText(t: TFunction, conflict: Conflict, field: string, values: Values): string {
  const value = values[field];
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (value === null || value === undefined || value === '') return t('missing');
  const text = conflict.display?.(field, values) ?? (Array.isArray(value) ? value.join(', ') : String(value));
  return text === '' ? t('missing') : text;
}
