/** The first page: who requests the signature, what for, and until when. It shows nothing of the document yet. */
import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { timeText } from '../../shared/chrome/format.ts';
import type { SignDocument, SignView } from '../api/types.ts';
import { signsByHand } from '../flow/signs-by-hand.ts';
import { dayText } from '../format/dates.ts';
import { minutesNeeded } from '../format/minutes-needed.ts';
import type { Catalogue } from '../text/it.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNote, Note } from '../ui/note.tsx';
import { MaskedPhone } from '../ui/phone-link.tsx';
import { PaperIcon } from '../ui/sheet.tsx';

interface StartPageProps {
  view: SignView;
  hasBegun: boolean;
  /** Another browser has taken the seat from this one. */
  displaced: boolean;
  busy: boolean;
  error: string | null;
  onRead: () => void;
  onNotMe: () => void;
  onDecline: () => void;
}

export function StartPage({ view, hasBegun, displaced, busy, error, onRead, onNotMe, onDecline }: StartPageProps) {
  const text = useText();
  const isElsewhere = view.place === 'ELSEWHERE';
  const only = view.documents.length === 1 ? view.documents[0] : undefined;
  const openPoints = view.points.filter((point) => !point.signed);
  const pages = view.documents.reduce((sum, document) => sum + document.pages, 0);

  return (
    <>
      <div className="content">
        <p className="hello">{text.start.hello}</p>
        <Heading>
          {only
            ? text.start.titleOne(view.dealer.name, only.label)
            : text.start.titleMany(view.dealer.name, view.documents.length)}
        </Heading>
        {isElsewhere ? (
          <Note tone="waiting" alert={displaced}>
            {displaced ? text.start.displaced : text.start.elsewhere}
          </Note>
        ) : null}
        <div className="card">
          <ul className="papers">
            {view.documents.map((document) => (
              <DocumentItem key={document.id} document={document} />
            ))}
          </ul>
          <dl className="facts">
            <dt>{text.start.what}</dt>
            <dd>{tasksText(text, view)}</dd>
            {view.byHand ? null : (
              <>
                <dt>{text.start.phone}</dt>
                <dd>
                  {text.start.phoneWhere} <MaskedPhone masked={view.signer.maskedPhone} />
                </dd>
              </>
            )}
            <dt>{text.start.time}</dt>
            <dd>{text.start.minutes(minutesNeeded(pages, openPoints.length))}</dd>
            <dt>{text.start.until}</dt>
            <dd>
              {text.start.untilWhen(
                dayText(view.expiresAt, text.language.locale),
                timeText(view.expiresAt, text.language.locale),
              )}
            </dd>
            <dt>{text.start.fingerprint}</dt>
            <dd>
              <span className="code-text">{view.fingerprint}</span>
              <small>{text.start.fingerprintWhy}</small>
            </dd>
          </dl>
        </div>
        <p className="assurance">
          <IconShieldCheck aria-hidden="true" />
          <span>{text.start.noCommitment}</span>
        </p>
        <ErrorNote text={error} />
      </div>
      <ActionBar>
        <Button busy={busy} onPress={onRead} iconAfter={<IconArrowRight aria-hidden="true" />}>
          {isElsewhere ? text.start.goHere : hasBegun ? text.start.goOn : only ? text.start.go : text.start.goMany}
        </Button>
        <div className="ways-out">
          <Button variant="plain" onPress={onNotMe}>
            {text.start.notMe}
          </Button>
          <Button variant="plain" onPress={onDecline}>
            {text.start.decline}
          </Button>
        </div>
      </ActionBar>
    </>
  );
}

/** The remaining tasks, according to how signing works here. */
function tasksText({ start }: Catalogue, view: SignView): string {
  const openCount = view.points.filter((point) => !point.signed).length;
  if (signsByHand(view)) return start.whatHand;
  if (view.byHand) return start.whatHandOrCode;
  return openCount === 1 ? start.whatOne : start.whatMany(openCount);
}

function DocumentItem({ document }: { document: SignDocument }) {
  const text = useText();
  return (
    <li>
      <PaperIcon />
      <p>
        <strong>{document.label}</strong>
        <span>{`${text.start.pages(document.pages)} · ${text.start.size(document.size)}`}</span>
      </p>
    </li>
  );
}
