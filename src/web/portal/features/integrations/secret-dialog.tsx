/** Shows a new secret once, to be copied immediately. */
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toastGood } from '../../connected/toasts.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Note } from '../../ui/card.tsx';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './integrations.module.css';

export interface Secret {
  readonly secret: string;
  readonly formerSecretEnds: string | null;
}

export function SecretDialog(props: { made: Secret; onClose: () => void }) {
  const { t } = useTranslation();
  const { secret, formerSecretEnds } = props.made;
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toastGood(t('integrations.copied'));
  };
  return (
    <Dialog
      opened
      title={t('integrations.secretTitle')}
      width={620}
      onClose={props.onClose}
      foot={
        <>
          <CancelButton label={t('actions.close')} onClick={props.onClose} />
          <Button leftSection={<IconCopy size={18} stroke={1.9} />} onClick={() => void copy()}>
            {t('integrations.copy')}
          </Button>
        </>
      }
    >
      <Note tone="waiting">{t('integrations.secretText')}</Note>
      <code className={classes.secret}>{secret}</code>
      {formerSecretEnds === null ? null : (
        <p className={classes.caption}>{t('integrations.secretUntil', { at: formatDateTime(formerSecretEnds) })}</p>
      )}
    </Dialog>
  );
}
