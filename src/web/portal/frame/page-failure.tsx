/** Shown in the page when its code failed to load or crashed; the frame around it still works. */
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../ui/card.tsx';
import { hideSplash } from './splash.ts';

export function PageFailure(_props: ErrorComponentProps) {
  const { t } = useTranslation();
  useEffect(hideSplash, []);
  return (
    <Note
      tone="bad"
      title={`${t('failure.page')}.`}
      action={
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          {t('failure.reload')}
        </Button>
      }
    >
      {t('failure.pageDetail')}
    </Note>
  );
}
