/** The frame around every state of the page: the product's name, the language, the promise; a file may be dropped anywhere. */
import { IconLanguage, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { Settings } from '../../shared/page-settings.ts';
import { useWords } from '../text/words.ts';

interface FrameProps {
  settings: Settings;
  onLanguage: () => void;
  onFile: (file: File) => void;
  children: ReactNode;
}

export function Frame({ settings, onLanguage, onFile, children }: FrameProps) {
  const words = useWords();
  useEffect(() => {
    // Without this the browser would open a file dropped outside the box in place of this page.
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const files = event.dataTransfer?.files;
      const [file] = files?.length === 1 ? files : [];
      if (file) onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [onFile]);

  return (
    <div className="frame">
      <a className="skip" href="#contenuto">
        {words.frame.skip}
      </a>
      {settings.demo ? <p className="demo-strip">{words.frame.demo}</p> : null}
      <header className="head">
        <span className="product">
          <Mark />
          {words.frame.product}
        </span>
        <button
          type="button"
          className="language"
          lang={words.language.code === 'it' ? 'en' : 'it'}
          aria-label={`${words.language.other}: ${words.language.switchTo}`}
          onClick={onLanguage}
        >
          <IconLanguage aria-hidden="true" />
          {words.language.other}
        </button>
      </header>
      <main id="contenuto" className="content">
        <h1>{words.title}</h1>
        <p className="promise">
          <IconLock aria-hidden="true" />
          <span>{words.promise}</span>
        </p>
        {children}
      </main>
    </div>
  );
}

/** The product's mark, a folder with a signature. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="var(--a-fill)"
        d="M2.6 5.4A2.4 2.4 0 0 1 5 3h4.3c.7 0 1.4.3 1.8.9l1 1.3H19a2.4 2.4 0 0 1 2.4 2.4v10.9a2.4 2.4 0 0 1-2.4 2.4H5a2.4 2.4 0 0 1-2.4-2.4z"
      />
      <path
        fill="none"
        stroke="var(--a-on)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M6.6 16.1c1.3-2.6 2.9-5.3 4-5 1 .3-1.1 3.7-.5 4.7.5.8 1.6-2.6 2.4-2.4.7.2-.2 2.1.7 2.2.8.1 1.1-1.3 1.8-1.3.6 0 .6.8 2.4.5"
      />
    </svg>
  );
}
