/** One technical account: the addresses it calls from, the last use of its secret, and a button for another secret. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TechnicalAccountAnswer } from '#contract/accounts/technical.ts';
import { makeTechnicalSecret } from '#contract/calls/integrations.ts';
import { ask } from '../../api/client.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './integrations.module.css';
import type { Secret } from './secret-dialog.tsx';
import { useIntegrationAct } from './use-integration-act.ts';

export function AccountItem(props: { account: TechnicalAccountAnswer; onSecret: (secret: Secret) => void }) {
  const { t } = useTranslation();
  const { account } = props;
  const [asking, setAsking] = useState(false);
  const make = useIntegrationAct('secret', {
    send: () => ask(makeTechnicalSecret, { path: { id: account.id }, body: {} }),
    onDone: (createdSecret) => {
      setAsking(false);
      props.onSecret(createdSecret);
    },
  });
  const [last] = account.secrets
    .filter(({ lastUsedDate }) => lastUsedDate !== null)
    .sort((a, b) => (b.lastUsedDate ?? '').localeCompare(a.lastUsedDate ?? ''));
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <strong>{account.fullname}</strong>
        <span className={classes.caption}>{account.login}</span>
        <span className={classes.caption}>
          {account.networks === null
            ? t('integrations.anywhere')
            : t('integrations.from', { networks: account.networks.join(', ') })}
        </span>
        <span className={classes.caption}>
          {last === undefined
            ? t('integrations.neverUsed')
            : t('integrations.used', { at: formatDateTime(last.lastUsedDate ?? ''), address: last.lastUsedAddress })}
        </span>
      </div>
      <div className={classes.actions}>
        <SmallButton onClick={() => setAsking(true)}>{t('integrations.makeSecret')}</SmallButton>
      </div>
      <ActDialog
        opened={asking}
        title={t('integrations.makeTitle', { name: account.fullname })}
        text={t('integrations.makeText')}
        action={t('integrations.makeSecret')}
        act={make}
        onAct={() => make.mutate()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
