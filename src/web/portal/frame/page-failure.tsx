/** Shown in the page when its code failed to load or crashed; the frame around it still works. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../ui/card.tsx';
import { SmallButton } from '../ui/small-button.ts';
import { hideSplash } from './splash.ts';

export function PageFailure(_props: ErrorComponentProps) {
  const { t } = useTranslation();
  useEffect(hideSplash, []);
  return (
    <Note
      tone="bad"
      title={`${t('failure.page')}.`}
      action={<SmallButton onClick={() => window.location.reload()}>{t('failure.reload')}</SmallButton>}
    >
      {t('failure.pageDetail')}
    </Note>
  );
}
