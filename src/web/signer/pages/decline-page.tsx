/** Declining to sign, or reporting "it wasn't me": explains the consequences, then requires one confirmation. */
import { useId, useState } from 'react';
import type { RefusalCode } from '#domain/errors.ts';
import { type Catalogue, italian } from '../text/it.ts';
import { useText } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ActionBar } from '../ui/frame.tsx';
import { Heading } from '../ui/heading.tsx';
import { ErrorNote } from '../ui/note.tsx';

type Reason = keyof Catalogue['decline']['reasons'];
const REASONS: readonly Reason[] = ['wrongData', 'changedMind', 'needTime', 'paper', 'other'];
/** Sent as the reason of a person who is not the signer. */
const NOT_ME: RefusalCode = 'signing.notMe';
/** The server limits the reason: the selected one and the note together must fit. */
const NOTE_LENGTH = 300;

interface DeclinePageProps {
  busy: boolean;
  error: string | null;
  /** The link covers several documents. */
  several: boolean;
  onDecline: (reason: string) => void;
  onBack: () => void;
}

/**
 * The reason is read by an Italian dealer: it is written in Italian, regardless of the page's language. @param selected
 * null: no reason is required.
 */
export function reasonText(selected: string | null, note: string): string {
  const noteText = note
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .trim()
    .slice(0, NOTE_LENGTH);
  if (noteText === '') return selected ?? italian.decline.noReason;
  return selected === null ? noteText : `${selected}: ${noteText}`;
}

export function DeclinePage({ busy, error, several, onDecline, onBack }: DeclinePageProps) {
  const text = useText();
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const id = useId();
  return (
    <>
      <div className="content">
        <Heading>{text.decline.title}</Heading>
        <p className="lead">{several ? text.decline.leadMany : text.decline.lead}</p>
        <fieldset className="reasons">
          <legend>{text.decline.why}</legend>
          {REASONS.map((name) => (
            <label key={name} className="card" data-chosen={reason === name || undefined}>
              <input type="radio" name={`${id}-reason`} checked={reason === name} onChange={() => setReason(name)} />
              <span className="dot" aria-hidden="true" />
              <span>{text.decline.reasons[name]}</span>
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor={`${id}-note`}>{text.decline.note}</label>
          <textarea
            id={`${id}-note`}
            rows={3}
            maxLength={NOTE_LENGTH}
            value={note}
            aria-describedby={`${id}-help`}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <p id={`${id}-help`}>{text.decline.noteHelp}</p>
        </div>
        <ErrorNote text={error} />
      </div>
      <ActionBar>
        <Button
          variant="danger"
          busy={busy}
          onPress={() => onDecline(reasonText(reason && italian.decline.reasons[reason], note))}
        >
          {busy ? text.decline.going : text.decline.go}
        </Button>
        <Button variant="outline" onPress={onBack}>
          {text.decline.back}
        </Button>
      </ActionBar>
    </>
  );
}

export function NotMePage({ busy, error, onDecline, onBack }: Omit<DeclinePageProps, 'several'>) {
  const text = useText();
  return (
    <>
      <div className="content">
        <Heading>{text.decline.notMeTitle}</Heading>
        <p className="lead">{text.decline.notMeLead}</p>
        <p className="lead">{text.decline.notMeWhat}</p>
        <ErrorNote text={error} />
      </div>
      <ActionBar>
        <Button variant="danger" busy={busy} onPress={() => onDecline(NOT_ME)}>
          {busy ? text.decline.notMeGoing : text.decline.notMeGo}
        </Button>
        <Button variant="outline" onPress={onBack}>
          {text.decline.back}
        </Button>
      </ActionBar>
    </>
  );
}
