/** The frame around every state of the page, with a privacy note; a file may be dropped anywhere. */
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { PageFrame } from '../../shared/chrome/frame.tsx';
import { Mark } from '../../shared/chrome/mark.tsx';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { useTexts } from '../text/load-texts.ts';

interface FrameProps {
  settings: Settings;
  onLanguage: () => void;
  onFile: (file: File) => void;
  children: ReactNode;
}

export function Frame({ settings, onLanguage, onFile, children }: FrameProps) {
  const texts = useTexts();
  useEffect(() => {
    // Without this the browser would open a file dropped outside the box in place of this page.
    const onDragOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      const files = event.dataTransfer?.files;
      const [file] = files?.length === 1 ? files : [];
      if (file) onFile(file);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [onFile]);

  const owner = (
    <span className="owner">
      <Mark />
      {texts.frame.product}
    </span>
  );
  return (
    <PageFrame className="content" {...{ settings, texts, onLanguage, owner }}>
      <h1>{texts.title}</h1>
      <p className="promise">
        <IconLock aria-hidden="true" />
        <span>{texts.promise}</span>
      </p>
      {children}
    </PageFrame>
  );
}
