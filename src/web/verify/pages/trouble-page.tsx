/** A file that could not be checked at all: the cause, and what to do. */

import { sizeText } from '../../shared/chrome/format.ts';
import { MAX_CHECKED_BYTES, type Trouble } from '../check/check-file.ts';
import { useWords } from '../text/words.ts';
import { Band } from './band.tsx';

export function TroublePage({ name, trouble, onAgain }: { name: string; trouble: Trouble; onAgain: () => void }) {
  const words = useWords();
  const { title, text } = words.troubles[trouble];
  const said = typeof text === 'string' ? text : text(sizeText(MAX_CHECKED_BYTES, words.language.locale));
  return (
    <div className="outcome">
      <section className="card">
        <Band tone="neutral" icon="trouble" title={title}>
          {said}
        </Band>
        <dl className="facts">
          <dt>{words.facts.file}</dt>
          <dd className="file-name">{name}</dd>
        </dl>
      </section>
      <aside>
        <button type="button" className="button button-primary" onClick={onAgain}>
          {words.again}
        </button>
      </aside>
    </div>
  );
}
