/** Shown while the file is checked: the progress and a way to stop it. */
import { useEffect, useRef } from 'react';
import { useTexts } from '../text/load-texts.ts';

export function CheckingFile({ name, onStop }: { name: string; onStop: () => void }) {
  const { checking } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card checking" aria-busy="true">
      <span className="spinner" aria-hidden="true" />
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {checking.title}
        </h2>
        <p className="file-name">{name}</p>
        <p className="caption">{checking.text}</p>
      </div>
      <button type="button" className="button button-outline" onClick={onStop}>
        {checking.stop}
      </button>
    </section>
  );
}
