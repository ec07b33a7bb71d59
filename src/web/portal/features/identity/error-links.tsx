/** The buttons of an error page: the most helpful one for the situation and, where it exists, a second one. */
import { Button } from '@mantine/core';
import { IconArrowLeft, IconHome, IconLogin, IconLogout, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ErrorVariant, paths } from '../../paths.ts';

/** The situations that error pages explain. */
export type Explained = ErrorVariant | 'general' | 'timeOut' | 'providerSilent' | 'unverified' | 'otherIdentity';

type Word = 'dashboard' | 'customers' | 'retry' | 'logout' | 'signIn' | 'signInOther' | 'back';

const APPEARANCE = {
  dashboard: { icon: IconHome, to: paths.dashboard },
  customers: { icon: IconSearch, to: paths.dossiers },
  retry: { icon: IconRefresh, to: paths.dashboard },
  logout: { icon: IconLogout, to: paths.logout },
  signIn: { icon: IconLogin, to: paths.home },
  // Through the logout: otherwise the identity provider would sign the same person in again.
  signInOther: { icon: IconLogin, to: paths.logout },
  back: { icon: IconArrowLeft, to: null },
} as const satisfies Record<Word, { icon: typeof IconHome; to: string | null }>;

function linksFor(variant: Explained, signedIn: boolean): readonly Word[] {
  switch (variant) {
    case 'dealer':
      return ['logout', 'retry'];
    case 'v2':
    case 'timeOut':
    case 'providerSilent':
      return ['signIn'];
    case 'v3':
    case 'v4':
    case 'otherIdentity':
      return ['signInOther'];
    case 'unverified':
      return ['signIn', 'signInOther'];
    case 'v5':
      return signedIn ? ['dashboard', 'back'] : ['signIn', 'signInOther'];
    case 'v6':
      return ['retry', 'back'];
    case 'general':
      return signedIn ? ['dashboard', 'back'] : ['signIn'];
    case 'v1':
      return signedIn ? ['dashboard', 'customers'] : ['signIn'];
  }
}

/** Deliberate full page loads, which discard any broken state of the open page. */
export function ErrorLinks(props: { variant: Explained; signedIn: boolean }) {
  const { t } = useTranslation();
  return linksFor(props.variant, props.signedIn).map((word, index) => {
    const { icon: Icon, to } = APPEARANCE[word];
    const look = { leftSection: <Icon size={18} stroke={1.9} />, variant: index === 0 ? 'filled' : 'default' };
    return to === null ? (
      <Button key={word} {...look} onClick={() => window.history.back()}>
        {t(`errorPages.${word}`)}
      </Button>
    ) : (
      <Button key={word} {...look} component="a" href={to}>
        {t(`errorPages.${word}`)}
      </Button>
    );
  });
}
