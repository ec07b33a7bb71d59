/** Switch for mails on how the signatures that the user started end; saved immediately. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateMailSetting } from '#contract/calls/identity.ts';
import { ask } from '../../api/client.ts';
import { mailSettingQuery } from '../../api/queries/notifications.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { FailureNote } from '../../connected/failure-note.tsx';

export function MailSwitch() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(mailSettingQuery);
  const change = useAct({
    words: () => ({ done: t('account.page.mailsSaved'), failed: t('account.page.mailsNotSaved') }),
    send: (mails: boolean) => ask(updateMailSetting, { body: { mails } }),
    call: updateMailSetting,
    cacheKey: mailSettingQuery.queryKey,
  });
  if (data === undefined) return error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null;
  return (
    <Switch
      label={t('account.page.mailsOn')}
      color="var(--a-fill)"
      checked={change.isPending ? change.variables : data.mails}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
