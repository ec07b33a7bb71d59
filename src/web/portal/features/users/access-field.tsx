/** Whether the user may sign in; users cannot disable their own account. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './users.module.css';

export function AccessField(props: { own: boolean; field: object }) {
  const { t } = useTranslation();
  const reason = useId();
  return (
    <div>
      <p className="field-label" aria-hidden="true">
        {t('users.form.access')}
      </p>
      <div className={classes.access}>
        <Switch
          label={t('users.form.activated')}
          color="var(--a-fill)"
          disabled={props.own}
          aria-describedby={props.own ? reason : undefined}
          {...props.field}
        />
      </div>
      {props.own ? (
        <p id={reason} className={classes.hint}>
          {t('users.form.ownAccess')}
        </p>
      ) : null}
    </div>
  );
}
