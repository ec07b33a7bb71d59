/** Doubts about what was typed, asked as a question before going on: a warning never refuses (P-15). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { AskingNote } from '../../connected/form/asking-note.tsx';

const keyOf = (doubts: readonly Warning[]) => JSON.stringify(doubts.map(({ field, code }) => [field, code]));

/** `pass` goes on at once without doubts; with doubts it asks first, and goes on when the same ones were asked already. */
export function useDoubts(): {
  asking: boolean;
  pass: (doubts: readonly Warning[], go: () => void) => void;
} {
  const [asked, setAsked] = useState<string | null>(null);
  return {
    asking: asked !== null,
    pass: (doubts, go) => {
      if (doubts.length === 0 || keyOf(doubts) === asked) go();
      else setAsked(keyOf(doubts));
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
