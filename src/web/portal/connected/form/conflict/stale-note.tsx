/** Another user has saved the row: shows their changes, and can load the stored row without losing input. */
import { useTranslation } from 'react-i18next';
import { AskingNote } from '../question-note.tsx';
import { conflictOf, type RefusedSave } from './conflict.ts';
import { ConflictDetails } from './conflict-details.tsx';

export function StaleNote(props: { loading?: boolean; met?: RefusedSave | null; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <AskingNote
      title={t('conflict.title')}
      action={t('conflict.reload')}
      busy={props.loading ?? false}
      onAct={props.onReload}
    >
      {t('conflict.text')}
      {props.met ? <ConflictDetails conflict={conflictOf(props.met)} /> : null}
    </AskingNote>
  );
}
