/** Another person saved meanwhile: what they changed is shown, and what is stored now can be fetched; nothing typed is lost. */
import { useTranslation } from 'react-i18next';
import { AskingNote } from '../asking-note.tsx';
import { conflictOf, type Met } from './conflict.ts';
import { ConflictDetails } from './conflict-details.tsx';

export function StaleNote(props: { loading?: boolean; met?: Met | null; onReload: () => void }) {
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
