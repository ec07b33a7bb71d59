/** Settings of this browser: theme, language where allowed, side menu, permission to notify (specification §1, P-17). */
import { Button, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '../settings.ts';
import { keepLanguage, LANGUAGES, speak, spoken } from '../text/language.ts';
import { setMenuSize, useMenuSize } from './menu-size.ts';
import { LANGUAGE_NAMES } from './preferences.tsx';
import classes from './quick-panel.module.css';

export function SettingsTab() {
  const { t } = useTranslation();
  // Holding transitions back would set a style element's HTML, which Trusted Types refuse.
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
          value={spoken()}
          choices={LANGUAGES.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          onChoose={(language) => {
            keepLanguage(localStorage, language);
            void speak(language);
          }}
        />
      )}
      <Choice
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
  value: V;
  choices: readonly { value: V; label: ReactNode }[];
  onChoose: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.setting}>
      <legend>{props.legend}</legend>
      <div className={classes.choices}>
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
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : null));
  return (
    <fieldset className={classes.setting}>
      <legend>{t('account.settings.browser')}</legend>
      <p className={classes.said}>{t('account.settings.browserText')}</p>
      {permission === 'default' ? (
        <Button variant="default" onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t('account.settings.allow')}
        </Button>
      ) : (
        <p className={classes.said} role="status">
          {t(`account.settings.${permission ?? 'unsupported'}`)}
        </p>
      )}
    </fieldset>
  );
}
