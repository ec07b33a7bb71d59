/** The buttons of an error page: the most helpful one for the situation and, where it exists, a second one. */
import { Button } from '@mantine/core';
import { IconArrowLeft, IconHome, IconLogin, IconLogout, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ErrorVariant, paths } from '../../paths.ts';

/** The situations that error pages explain. */
export type Explained = ErrorVariant | 'general' | 'timeOut' | 'providerSilent' | 'unverified' | 'otherIdentity';

type Word = 'dashboard' | 'customers' | 'retry' | 'logout' | 'signIn' | 'signInOther' | 'back';

const APPEARANCE = {
  dashboard: { icon: IconHome, to: paths.dashboard, text: 'errorPages.dashboard' },
  customers: { icon: IconSearch, to: paths.dossiers, text: 'errorPages.customers' },
  retry: { icon: IconRefresh, to: paths.dashboard, text: 'situations.retry' },
  logout: { icon: IconLogout, to: paths.logout, text: 'situations.logout' },
  signIn: { icon: IconLogin, to: paths.home, text: 'errorPages.signIn' },
  // Through the logout: otherwise the identity provider would sign the same person in again.
  signInOther: { icon: IconLogin, to: paths.logout, text: 'situations.signInOther' },
  back: { icon: IconArrowLeft, to: null, text: 'situations.back' },
} as const satisfies Record<Word, { icon: typeof IconHome; to: string | null; text: string }>;

const LINKS: Readonly<Record<Explained, (signedIn: boolean) => readonly Word[]>> = {
  dealer: () => ['logout', 'retry'],
  v1: (signedIn) => (signedIn ? ['dashboard', 'customers'] : ['signIn']),
  v2: () => ['signIn'],
  v3: () => ['signInOther'],
  v4: () => ['signInOther'],
  v5: (signedIn) => (signedIn ? ['dashboard', 'back'] : ['signIn', 'signInOther']),
  v6: () => ['retry', 'back'],
  general: (signedIn) => (signedIn ? ['dashboard', 'back'] : ['signIn']),
  timeOut: () => ['signIn'],
  providerSilent: () => ['signIn'],
  unverified: () => ['signIn', 'signInOther'],
  otherIdentity: () => ['signInOther'],
};

/** Deliberate full page loads, which discard any broken state of the open page. */
export function ErrorLinks(props: { variant: Explained; signedIn: boolean }) {
  const { t } = useTranslation();
  return LINKS[props.variant](props.signedIn).map((word, index) => {
    const { icon: Icon, to, text } = APPEARANCE[word];
    const look = { leftSection: <Icon size={18} stroke={1.9} />, variant: index === 0 ? 'filled' : 'default' };
    return to === null ? (
      <Button key={word} {...look} onClick={() => window.history.back()}>
        {t(text)}
      </Button>
    ) : (
      <Button key={word} {...look} component="a" href={to}>
        {t(text)}
      </Button>
    );
  });
}
