/** Shows the verdict first: a band with its tone, an icon, one clear sentence and the next step; it takes the focus when it appears. */
import {
  IconAlertTriangle,
  IconFileUnknown,
  IconShieldCheck,
  IconShieldQuestion,
  IconShieldX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';

export type Tone = 'good' | 'waiting' | 'bad' | 'neutral';

const ICONS = {
  good: IconShieldCheck,
  waiting: IconShieldQuestion,
  bad: IconShieldX,
  neutral: IconFileUnknown,
  trouble: IconAlertTriangle,
} as const;

interface BandProps {
  tone: Tone;
  icon?: keyof typeof ICONS;
  title: string;
  children: ReactNode;
}

export function Band({ tone, icon = tone, title, children }: BandProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Icon = ICONS[icon];
  return (
    <div className={`band tone-${tone}`}>
      <span className="medal">
        <Icon aria-hidden="true" />
      </span>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{children}</p>
      </div>
    </div>
  );
}
