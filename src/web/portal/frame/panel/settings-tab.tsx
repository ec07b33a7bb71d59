/** Settings of this browser: theme, language where allowed, side menu, browser notifications. */
import { useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { settings } from '../../settings.ts';
import { LANGUAGES, storeLanguage } from '../../text/chosen-language.ts';
import { setLanguage, uiLanguage } from '../../text/language.ts';
import { setMenuSize, useMenuSize } from '../menu-size.ts';
import { notify, useNotificationSwitch } from './browser-notifications.ts';
import { LANGUAGE_NAMES } from './preferences.tsx';
import classes from './quick-panel.module.css';

export function SettingsTab() {
  const { t } = useTranslation();
  // Disabling transitions would set a style element's HTML, which Trusted Types refuse.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const menu = useMenuSize();
  return (
    <div className={classes.settings}>
      <Choice
        legend={t('account.settings.scheme')}
        value={colorScheme}
        choices={(['auto', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`account.settings.${value}`),
        }))}
        onChoose={setColorScheme}
      />
      {settings.production ? null : (
        <Choice
          legend={t('account.settings.language')}
          value={uiLanguage()}
          choices={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          onChoose={(language) => {
            storeLanguage(localStorage, language);
            void setLanguage(language);
          }}
        />
      )}
      <Choice
        wide
        legend={t('account.settings.menu')}
        value={menu}
        choices={[
          { value: 'whole', label: t('account.settings.menuWhole') },
          { value: 'small', label: t('account.settings.menuSmall') },
        ]}
        onChoose={setMenuSize}
      />
      <BrowserNotifications />
    </div>
  );
}

function Choice<V extends string>(props: {
  legend: string;
  /** No effect where the menu is a drawer. */
  wide?: boolean;
  value: V;
  choices: readonly { value: V; label: ReactNode }[];
  onChoose: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.setting} data-wide={props.wide}>
      <legend>{props.legend}</legend>
      <div className="cluster">
        {props.choices.map(({ value, label }) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function BrowserNotifications() {
  const { t } = useTranslation();
  const { id } = useSession().account;
  const { state, turn } = useNotificationSwitch(id);
  const statusId = useId();
  const change = async (on: boolean) => {
    // Send a sample immediately, to show where and how notifications appear.
    if (await turn(on)) {
      notify({
        title: t('account.settings.trialTitle'),
        text: t('account.settings.trialText'),
        tag: 'fascicolo.notifications',
      });
    }
  };
  return (
    <fieldset className={classes.setting}>
      <legend>{t('account.settings.browser')}</legend>
      {state === 'unsupported' ? null : (
        <label className={classes.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={state === 'on'}
            checked={state === 'on'}
            aria-describedby={statusId}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          {t('account.settings.notify')}
        </label>
      )}
      <p id={statusId} className={classes.said} role="status">
        {t(`account.settings.notifications.${state}`)}
      </p>
    </fieldset>
  );
}
