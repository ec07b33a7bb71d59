/** Asks about doubtful input before continuing: a warning never refuses. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { AskingNote } from '../../connected/form/question-note.tsx';

const keyOf = (doubts: readonly Warning[]) => JSON.stringify(doubts.map(({ field, code }) => [field, code]));

/** `pass` continues immediately without doubts; otherwise it asks first, and continues when the same doubts were already asked about. */
export function useDoubts(): {
  asking: boolean;
  pass: (doubts: readonly Warning[], go: () => void) => void;
} {
  const [shownDoubts, setShownDoubts] = useState<string | null>(null);
  return {
    asking: shownDoubts !== null,
    pass: (doubts, proceed) => {
      if (doubts.length === 0 || keyOf(doubts) === shownDoubts) proceed();
      else setShownDoubts(keyOf(doubts));
    },
  };
}

export function DoubtsNote(props: { doubts: readonly Warning[]; onConfirm: () => void }) {
  const { t } = useTranslation();
  if (props.doubts.length === 0) return null;
  return (
    <AskingNote title={t('wizard.doubts.title')} action={t('wizard.doubts.confirm')} onAct={props.onConfirm}>
      {[...new Set(props.doubts.map((doubt) => doubt.message))].join(' ')}
    </AskingNote>
  );
}
