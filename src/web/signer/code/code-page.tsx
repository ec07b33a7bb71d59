/** The code page: what is signed, the code's validity, and what to do when no code arrives. */
import { IconCheck, IconClock, IconLock, IconSignature } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { CodeSent, SignView } from '../api/types.ts';
import type { Progress } from '../flow/progress.ts';
import { isConsent } from '../flow/steps.ts';
import { useSecondsLeft } from '../flow/use-clock.ts';
import { minutesLeft } from '../format/countdown.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { MaskedPhone } from '../ui/phone-link.tsx';
import { isComplete } from './otp-code.ts';
import { OtpInput } from './otp-input.tsx';

/** Error of the last action: at the field when the code was wrong, otherwise in a note. */
export interface CodeTrouble {
  where: 'field' | 'page';
  text: string;
}

interface CodePageProps {
  view: SignView;
  progress: Progress;
  sent: CodeSent;
  now: () => number;
  signing: boolean;
  resending: boolean;
  trouble: CodeTrouble | null;
  /** Called when the code is typed again: the previous error no longer applies. */
  onType: () => void;
  onSign: (code: string) => Promise<'keep' | 'clear'>;
  onResend: () => Promise<boolean>;
}

/** Where the browser supports it, reads the code from each message; a message without the required line yields nothing. */
function useCodeFromMessage(expiresAt: string, onCode: (code: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has a new code
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const abort = new AbortController();
    import('./web-otp.ts').then(
      async ({ codeFromMessage }) => {
        const code = await codeFromMessage(abort.signal);
        if (code !== null) onCode(code);
      },
      () => {},
    );
    return () => abort.abort();
  }, [expiresAt]);
}

export function CodePage(props: CodePageProps) {
  const { view, progress, sent, now, signing, resending, trouble } = props;
  const text = useText();
  const announce = useAnnounce();
  const [code, setCode] = useState('');
  const [isHelpShown, setHelpShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const sentId = useId();
  const secondsValid = useSecondsLeft(sent.expiresAt, now, 'minute');
  const isExpired = secondsValid === 0;
  const complete = isComplete(code);

  useCodeFromMessage(sent.expiresAt, setCode);
  useEffect(() => {
    if (isExpired) announce(text.code.expiredLong);
  }, [isExpired, announce, text]);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (signing || resending) return;
    if (!complete) {
      announce(text.code.incomplete);
      input.current?.focus();
      return;
    }
    if ((await props.onSign(code)) === 'clear') {
      setCode('');
      input.current?.focus();
    }
  }

  async function resend() {
    if (!(await props.onResend())) return;
    setCode('');
    setHelpShown(false);
    announce(text.code.resent);
    input.current?.focus();
  }

  const fieldError = trouble?.where === 'field' ? trouble.text : isExpired ? text.code.expiredLong : null;
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="content">
        <Heading>{text.code.title}</Heading>
        <p id={sentId} className="lead">
          {text.code.sent} <MaskedPhone masked={sent.maskedPhone} />.
        </p>
        <ErrorNote text={trouble?.where === 'page' ? trouble.text : null} />
        <OtpInput
          ref={input}
          value={code}
          onChange={(typed) => {
            setCode(typed);
            if (trouble !== null) props.onType();
          }}
          error={fieldError}
          busy={signing}
          describedBy={sentId}
        />
        <div className="code-times">
          {isExpired ? null : (
            <p>
              <IconClock aria-hidden="true" />
              <span>{text.code.valid(minutesLeft(secondsValid))}</span>
            </p>
          )}
          <Resend sent={sent} now={now} busy={resending} urgent={isExpired} onResend={() => void resend()} />
        </div>
        <SignatureSummary view={view} progress={progress} />
        {isHelpShown ? <ResendHelp /> : null}
      </div>
      <SignBar complete={complete} signing={signing} onHelp={isHelpShown ? null : () => setHelpShown(true)} />
    </form>
  );
}

function SignBar(props: { complete: boolean; signing: boolean; onHelp: (() => void) | null }) {
  const { complete, signing, onHelp } = props;
  const text = useText();
  const reasonId = useId();
  return (
    <ActionBar>
      <Button
        submit
        onPress={() => {}}
        blocked={!complete}
        busy={signing}
        describedBy={complete ? undefined : reasonId}
        icon={<IconSignature aria-hidden="true" />}
      >
        {signing ? text.code.going : text.code.go}
      </Button>
      {complete || signing ? null : (
        <p id={reasonId} className="bar-note">
          {text.code.incomplete}
        </p>
      )}
      {onHelp === null ? null : (
        <div className="ways-out ways-out-single">
          <Button variant="plain" onPress={onHelp}>
            {text.code.notReceived}
          </Button>
        </div>
      )}
    </ActionBar>
  );
}

/** The wait is updated every second but never announced; the button appears when it is over. */
function Resend(props: { sent: CodeSent; now: () => number; busy: boolean; urgent: boolean; onResend: () => void }) {
  const text = useText();
  const secondsLeft = useSecondsLeft(props.sent.resendAfter, props.now, 'second');
  if (secondsLeft > 0) return <p className="resend-wait">{text.code.resendIn(secondsLeft)}</p>;
  return (
    <Button variant={props.urgent ? 'outline' : 'plain'} busy={props.busy} onPress={props.onResend}>
      {props.busy ? text.code.resending : text.code.resend}
    </Button>
  );
}

/** What to try when no message arrives; read aloud from its title. */
function ResendHelp() {
  const text = useText();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="help">
      <h2 ref={title} tabIndex={-1}>
        {text.code.help}
      </h2>
      <ol>
        <li>{text.code.helpPhone}</li>
        <li>{text.code.helpSignal}</li>
        <li>{text.code.helpAgain}</li>
      </ol>
    </section>
  );
}

/** What the signature covers: the bytes by their hash, and each signature field or consent. */
function SignatureSummary({ view, progress }: { view: SignView; progress: Progress }) {
  const text = useText();
  const lines = view.points.flatMap((point) => {
    if (point.signed) return [];
    const choice = progress.choices[point.id];
    if (isConsent(point)) {
      if (choice === undefined) return [];
      const label = choice === 'GRANTED' ? text.code.consentYes(point.label) : text.code.consentNo(point.label);
      return [{ id: point.id, words: label }];
    }
    return progress.confirmed.includes(point.id) ? [{ id: point.id, words: point.label }] : [];
  });
  return (
    <>
      <p className="fingerprint">
        {text.code.fingerprint} <span className="code-text">{view.fingerprint}</span>. {text.code.fingerprintCheck}
      </p>
      <Note tone="neutral" icon={<IconLock aria-hidden="true" />}>
        <strong>{text.code.onlyYours}</strong> {text.code.onlyYoursWhy}
      </Note>
      <section className="signed-with">
        <h2>{text.code.signing}</h2>
        <ul>
          {lines.map((line) => (
            <li key={line.id}>
              <IconCheck aria-hidden="true" className="good" />
              <span>{line.words}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
