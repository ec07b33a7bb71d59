/** A file that could not be checked at all: the cause, and what to do. */

import { sizeText } from '../../shared/chrome/format.ts';
import { MAX_CHECKED_BYTES, type Trouble } from '../check/check-file.ts';
import { useTexts } from '../text/load-texts.ts';
import { Band } from './verdict-band.tsx';

export function TroublePage({ name, trouble, onAgain }: { name: string; trouble: Trouble; onAgain: () => void }) {
  const texts = useTexts();
  const { title, text } = texts.troubles[trouble];
  const message = typeof text === 'string' ? text : text(sizeText(MAX_CHECKED_BYTES, texts.language.locale));
  return (
    <div className="outcome">
      <section className="card">
        <Band tone="neutral" icon="trouble" title={title}>
          {message}
        </Band>
        <dl className="facts">
          <dt>{texts.facts.file}</dt>
          <dd className="file-name">{name}</dd>
        </dl>
      </section>
      <aside>
        <button type="button" className="button button-primary" onClick={onAgain}>
          {texts.again}
        </button>
      </aside>
    </div>
  );
}
