/** Somebody else saved meanwhile (409 `conflict.stale`): what is stored now can be fetched, and nothing typed is lost. */
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/failure.ts';
import { AskingNote } from './asking-note.tsx';

export const isStale = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.body.code === 'conflict.stale';

export function StaleNote(props: { loading?: boolean; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <AskingNote title={t('form.stale')} action={t('form.reload')} busy={props.loading ?? false} onAct={props.onReload}>
      {t('form.staleText')}
    </AskingNote>
  );
}
