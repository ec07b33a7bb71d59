/** The consent to biometric data: its text first, the check box below; once given it collapses and can be read again. */
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { HandWords } from './words.ts';

interface ConsentProps {
  /** Id of the check box. */
  id: string;
  text: string;
  words: HandWords;
  agreed: boolean;
  /** Something that depends on the consent is being sent. */
  held: boolean;
  onAgree: (yes: boolean) => void;
}

export function Consent({ id, text, words, agreed, held, onAgree }: ConsentProps) {
  const [again, setAgain] = useState(false);
  const textId = useId();
  const folded = agreed && !again;
  return (
    <section className="card hand-consent" data-due={!agreed || undefined} data-folded={folded || undefined}>
      <h2 className={agreed ? 'visually-hidden' : undefined}>{words.consent}</h2>
      <p id={textId} hidden={folded}>
        {text}
      </p>
      <div className="hand-agreed">
        <label htmlFor={id} className="hand-agree">
          <input
            id={id}
            type="checkbox"
            checked={agreed}
            disabled={held}
            onChange={(event) => {
              setAgain(false);
              onAgree(event.currentTarget.checked);
            }}
          />
          <span className="tick" aria-hidden="true">
            <IconCheck />
          </span>
          <span>{words.agree}</span>
        </label>
        {agreed ? (
          <button
            type="button"
            className="link"
            aria-expanded={again}
            aria-controls={textId}
            onClick={() => setAgain(!again)}
          >
            {words.consent}
            <IconChevronDown aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </section>
  );
}
