/** Final pages other than a signature: declined, locked, and the single neutral page for every inactive link. */
import { IconCircleX, IconCloudOff, IconLinkOff, IconLock, IconUserX, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SignFailure } from '../api/failure.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ClosePage } from '../ui/close-page.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';

export function Closed(props: { icon: ReactNode; tone: string; title: string; children: ReactNode; close?: boolean }) {
  const text = useText();
  return (
    <div className="content closed">
      <span className={`medal tone-${props.tone}`}>{props.icon}</span>
      <Heading>{props.title}</Heading>
      {props.children}
      {props.close === false ? null : <ClosePage words={text.closed.close} />}
    </div>
  );
}

export function DeclinedPage({ notMe, several }: { notMe: boolean; several: boolean }) {
  const { closed } = useText();
  return (
    <Closed
      tone="neutral"
      icon={notMe ? <IconUserX aria-hidden="true" /> : <IconCircleX aria-hidden="true" />}
      title={notMe ? closed.notMeTitle : closed.declinedTitle}
    >
      <p className="lead">{notMe ? closed.notMeText : several ? closed.declinedMany : closed.declinedText}</p>
    </Closed>
  );
}

export function LockedPage({ several }: { several: boolean }) {
  const { closed } = useText();
  return (
    <Closed tone="bad" icon={<IconLock aria-hidden="true" />} title={closed.lockedTitle}>
      <p className="lead">{several ? closed.lockedMany : closed.lockedText}</p>
    </Closed>
  );
}

export function UnknownPage() {
  const { closed } = useText();
  return (
    <Closed tone="neutral" icon={<IconLinkOff aria-hidden="true" />} title={closed.unknownTitle}>
      <p className="lead">{closed.unknownText}</p>
      <p className="lead">{closed.unknownDo}</p>
    </Closed>
  );
}

/** The first answer did not arrive: nothing is known yet, so offer only a retry. */
/** `undone`: what was not done, for an action that is not retried automatically. */
export function FailedPage(props: { failure: SignFailure; retrying: boolean; onRetry: () => void; undone?: string }) {
  const { failure: words } = useText();
  const { lostContact, details } = props.failure;
  const lost = props.undone === undefined ? words.offlineText : `${props.undone} ${words.absent}`;
  const wait = details.status === 429 && details.retryAfter !== null ? words.busyText(details.retryAfter) : null;
  return (
    <>
      <Closed
        tone="waiting"
        icon={lostContact ? <IconWifiOff aria-hidden="true" /> : <IconCloudOff aria-hidden="true" />}
        title={lostContact ? words.offlineTitle : words.serverTitle}
        close={false}
      >
        <p className="lead">{wait ?? (lostContact ? lost : words.serverText)}</p>
      </Closed>
      <ActionBar>
        <Button busy={props.retrying} onPress={props.onRetry}>
          {props.retrying ? words.retrying : words.retry}
        </Button>
      </ActionBar>
    </>
  );
}

/** The page itself has the same words until the scripts are loaded. */
export function LoadingPage() {
  const text = useText();
  return (
    <div className="content loading" aria-busy="true">
      <Heading>{text.failure.loading}</Heading>
      <span className="skeleton skeleton-line" />
      <span className="skeleton skeleton-card" />
    </div>
  );
}
