/** Offers to restore unsaved input kept on this computer. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '../../../text/dates.ts';
import { Note } from '../../../ui/card.tsx';
import { SmallButton } from '../../../ui/small-button.ts';
import classes from '../form.module.css';

export interface DraftNoteProps {
  at: number;
  onResume: () => void;
  onDiscard: () => void;
}

export function DraftNote(props: DraftNoteProps) {
  const { t } = useTranslation();
  const at = new Date(props.at).toISOString();
  return (
    <Note
      tone="info"
      title={t('draft.title')}
      action={
        <span className={classes.choices}>
          <SmallButton onClick={props.onResume}>{t('draft.resume')}</SmallButton>
          <Button size="xs" variant="subtle" onClick={props.onDiscard}>
            {t('draft.discard')}
          </Button>
        </span>
      }
    >
      {t('draft.text', { date: formatDate(at), time: formatTime(at) })}
    </Note>
  );
}
