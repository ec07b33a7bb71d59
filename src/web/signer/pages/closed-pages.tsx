/** Final pages other than a signature: declined, locked, and the single neutral page for every inactive link. */
import { IconCircleX, IconCloudOff, IconLinkOff, IconLock, IconUserX, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SignFailure } from '../api/failure.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ClosePage } from '../ui/close-page.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';

export function ClosedPage(props: {
  icon: ReactNode;
  tone: string;
  title: string;
  children: ReactNode;
  close?: boolean;
}) {
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
    <ClosedPage
      tone="neutral"
      icon={notMe ? <IconUserX aria-hidden="true" /> : <IconCircleX aria-hidden="true" />}
      title={notMe ? closed.notMeTitle : closed.declinedTitle}
    >
      <p className="lead">{notMe ? closed.notMeText : several ? closed.declinedMany : closed.declinedText}</p>
    </ClosedPage>
  );
}

export function LockedPage({ several }: { several: boolean }) {
  const { closed } = useText();
  return (
    <ClosedPage tone="bad" icon={<IconLock aria-hidden="true" />} title={closed.lockedTitle}>
      <p className="lead">{several ? closed.lockedMany : closed.lockedText}</p>
    </ClosedPage>
  );
}

export function UnknownPage() {
  const { closed } = useText();
  return (
    <ClosedPage tone="neutral" icon={<IconLinkOff aria-hidden="true" />} title={closed.unknownTitle}>
      <p className="lead">{closed.unknownText}</p>
      <p className="lead">{closed.unknownDo}</p>
    </ClosedPage>
  );
}

/** The first answer did not arrive: nothing is known yet, so offer only a retry. */
/** `undone`: what was not done, for an action that is not retried automatically. */
export function FailedPage(props: {
  failure: SignFailure;
  retrying: boolean;
  onRetry: () => void;
  undoneText?: string;
}) {
  const { failure: texts } = useText();
  const { isConnectionLost, details } = props.failure;
  const lostText = props.undoneText === undefined ? texts.offlineText : `${props.undoneText} ${texts.absent}`;
  const waitText = details.status === 429 && details.retryAfter !== null ? texts.busyText(details.retryAfter) : null;
  return (
    <>
      <ClosedPage
        tone="waiting"
        icon={isConnectionLost ? <IconWifiOff aria-hidden="true" /> : <IconCloudOff aria-hidden="true" />}
        title={isConnectionLost ? texts.offlineTitle : texts.serverTitle}
        close={false}
      >
        <p className="lead">{waitText ?? (isConnectionLost ? lostText : texts.serverText)}</p>
      </ClosedPage>
      <ActionBar>
        <Button busy={props.retrying} onPress={props.onRetry}>
          {props.retrying ? texts.retrying : texts.retry}
        </Button>
      </ActionBar>
    </>
  );
}

/** The static HTML shows the same text until the scripts are loaded. */
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
