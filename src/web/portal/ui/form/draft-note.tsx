/** Offers again what was typed and not saved. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '../../text/dates.ts';
import { Note } from '../card.tsx';
import classes from './form.module.css';
import type { useFormDraft } from './use-form-draft.ts';

export function DraftNote(props: { at: number; onResume: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  const at = new Date(props.at).toISOString();
  return (
    <Note
      tone="info"
      title={t('form.kept')}
      action={
        <span className={classes.choices}>
          <Button size="xs" variant="default" onClick={props.onResume}>
            {t('form.resume')}
          </Button>
          <Button size="xs" variant="subtle" onClick={props.onDiscard}>
            {t('form.discard')}
          </Button>
        </span>
      }
    >
      {t('form.keptText', { date: formatDate(at), time: formatTime(at) })}
    </Note>
  );
}

/** Offers what a form kept as it was typed; `onResume` puts it back. */
export function DraftOffer<V extends object>(props: {
  draft: Pick<ReturnType<typeof useFormDraft<V>>, 'offered' | 'take' | 'discard'>;
  onResume: (values: V) => void;
}) {
  const { offered, take, discard } = props.draft;
  if (!offered) return null;
  const resume = () => {
    props.onResume(offered.values);
    take();
  };
  return <DraftNote at={offered.at} onResume={resume} onDiscard={discard} />;
}
