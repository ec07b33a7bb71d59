/** The frame around every state of the page, with its promise; a file may be dropped anywhere. */
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { PageFrame } from '../../shared/chrome/frame.tsx';
import { Mark } from '../../shared/chrome/mark.tsx';
import type { Settings } from '../../shared/chrome/page-settings.ts';
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

  const owner = (
    <span className="owner">
      <Mark />
      {words.frame.product}
    </span>
  );
  return (
    <PageFrame className="content" {...{ settings, words, onLanguage, owner }}>
      <h1>{words.title}</h1>
      <p className="promise">
        <IconLock aria-hidden="true" />
        <span>{words.promise}</span>
      </p>
      {children}
    </PageFrame>
  );
}
