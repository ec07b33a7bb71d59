/** The frame around every state of the tablet, with its owner and the page's title. */
import { type ReactNode, useEffect } from 'react';
import type { DeviceFacts } from '#contract/devices.ts';
import { PageFrame } from '../../shared/chrome/frame.tsx';
import { Mark } from '../../shared/chrome/mark.tsx';
import type { Settings } from '../../shared/chrome/page-settings.ts';
import { useTexts } from '../text/load-texts.ts';

interface FrameProps {
  settings: Settings;
  facts: DeviceFacts | null;
  /** Changes with every change of page. */
  pageKey: string;
  title: string;
  onLanguage: () => void;
  children: ReactNode;
}

export function Frame({ facts, title, children, ...rest }: FrameProps) {
  const texts = useTexts();
  useEffect(() => {
    document.title = `${title} – ${texts.frame.page}`;
  }, [title, texts]);

  const owner = (
    <div className="owner">
      <Mark />
      <p>
        <strong>{facts?.dealerName ?? texts.frame.product}</strong>
        <span>{facts?.deviceLabel ?? facts?.deviceName ?? texts.frame.page}</span>
      </p>
    </div>
  );
  return (
    <PageFrame className="content" {...{ ...rest, texts, owner }}>
      {children}
    </PageFrame>
  );
}
