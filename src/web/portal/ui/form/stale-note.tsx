/** Somebody else saved meanwhile (409 `conflict.stale`): what is stored now can be fetched, and nothing typed is lost. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/failure.ts';
import { Note } from '../card.tsx';

export const isStale = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.body.code === 'conflict.stale';

export function StaleNote(props: { loading?: boolean; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Note
        tone="waiting"
        title={t('form.stale')}
        action={
          <Button size="xs" variant="default" loading={props.loading ?? false} onClick={props.onReload}>
            {t('form.reload')}
          </Button>
        }
      >
        {t('form.staleText')}
      </Note>
    </div>
  );
}
