/** The consent to biometric data: its text first, the check box below; once given it collapses and can be read again. */
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { HandTexts } from './hand-texts.ts';

interface ConsentProps {
  /** Id of the check box. */
  id: string;
  text: string;
  texts: HandTexts;
  agreed: boolean;
  /** Something that depends on the consent is being sent. */
  isLocked: boolean;
  onAgree: (isAgreed: boolean) => void;
}

export function Consent({ id, text, texts, agreed, isLocked, onAgree }: ConsentProps) {
  const [isReopened, setReopened] = useState(false);
  const textId = useId();
  const isFolded = agreed && !isReopened;
  return (
    <section className="card hand-consent" data-due={!agreed || undefined} data-folded={isFolded || undefined}>
      <h2 className={agreed ? 'visually-hidden' : undefined}>{texts.consent}</h2>
      <p id={textId} hidden={isFolded}>
        {text}
      </p>
      <div className="hand-agreed">
        <label htmlFor={id} className="hand-agree">
          <input
            id={id}
            type="checkbox"
            checked={agreed}
            disabled={isLocked}
            onChange={(event) => {
              setReopened(false);
              onAgree(event.currentTarget.checked);
            }}
          />
          <span className="tick" aria-hidden="true">
            <IconCheck />
          </span>
          <span>{texts.agree}</span>
        </label>
        {agreed ? (
          <button
            type="button"
            className="link"
            aria-expanded={isReopened}
            aria-controls={textId}
            onClick={() => setReopened(!isReopened)}
          >
            {texts.consent}
            <IconChevronDown aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </section>
  );
}
