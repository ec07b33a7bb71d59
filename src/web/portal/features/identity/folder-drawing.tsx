/** The open folder of the error pages, drawn with the page's tokens; the parts behind and on it show the situation. */
import type { ReactNode } from 'react';

const quiet = { fill: 'none', stroke: 'var(--c-line-2)', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const loud = { fill: 'none', stroke: 'var(--a-fill)', strokeWidth: 3, strokeLinecap: 'round' } as const;

const SHEET = (
  <path
    d="m36 56-5.5-46L81 2.5 99.5 16 104 52"
    fill="var(--c-surface)"
    stroke="var(--c-line-2)"
    strokeWidth="2"
    strokeLinejoin="round"
  />
);
const WRITTEN = (
  <>
    {SHEET}
    <path d="m47 31 34-4.2M48.5 43l41-5" {...quiet} strokeWidth="3" />
  </>
);
const PERSON = (
  <>
    {SHEET}
    <circle cx="62" cy="23" r="7" {...quiet} strokeWidth="3" />
    <path d="M49 46c1-9 6-13 14-13.5s13 3 15 11" {...quiet} strokeWidth="3" />
  </>
);
const SIGNATURE = (
  <path
    d="M48 87c5-12 13-24 18-22.5 5 1.5-6 17-2.5 21.5 2.5 4 8-11.5 11.5-10.5 3 .9-1.5 9.5 3.5 10 4 .4 5-6 8-6 2.5 0 2.5 3.5 9.5 2"
    {...loud}
    strokeLinejoin="round"
  />
);

/** The parts behind the folder, and those on its front. */
const DRAWN = {
  missing: [
    <path key="behind" d="m36 56-5.5-46L81 2.5 99.5 16 104 52" {...quiet} strokeWidth="2" strokeDasharray="5 6" />,
    SIGNATURE,
  ],
  torn: [
    <path
      key="behind"
      d="m36 56-4-34 8 6 6-10 9 9 7-12 9 10 7-11 9 12 8-7 9 35"
      fill="var(--c-surface)"
      stroke="var(--c-line-2)"
      strokeWidth="2"
      strokeLinejoin="round"
    />,
    SIGNATURE,
  ],
  key: [
    WRITTEN,
    <g key="front" {...loud}>
      <circle cx="54" cy="83" r="10" />
      <path d="M64 83h28M84 83v8M92 83v6" />
    </g>,
  ],
  stranger: [
    PERSON,
    <g key="front" {...loud}>
      <path d="M62 74c1-6 5-9 9-8.5 5 .5 8 4 7 8.5-1 5-8 6-8 12" />
      <path d="M70 94v.5" strokeWidth="4" />
    </g>,
  ],
  asleep: [
    PERSON,
    <g key="front" {...loud} strokeWidth="5">
      <path d="M62 72v22M78 72v22" />
    </g>,
  ],
  locked: [
    WRITTEN,
    <g key="front" {...loud}>
      <rect x="54" y="79" width="32" height="24" rx="4" />
      <path d="M60 79v-6a10 10 0 0 1 20 0v6M70 89v5" />
    </g>,
  ],
  unplugged: [
    WRITTEN,
    <g key="front" {...loud}>
      <path d="M14 90c10 0 14-6 24-6h14M60 76v16h-8a8 8 0 0 1 0-16zM60 80h6M60 88h6" strokeLinejoin="round" />
      <path d="M126 90c-10 0-12-6-20-6h-8M90 76h4a8 8 0 0 1 0 16h-4z" strokeLinejoin="round" />
    </g>,
  ],
  late: [
    WRITTEN,
    <g key="front" {...loud}>
      <circle cx="70" cy="83" r="16" />
      <path d="M70 74v9l6 5" />
    </g>,
  ],
  dealers: [
    <g key="behind" {...quiet} strokeWidth="2" fill="var(--c-surface)">
      <path d="M36 56V22h66v32" />
      <path d="m36 22 7-16h52l7 16" />
      <path d="M36 22a8.25 8.25 0 0 0 16.5 0 8.25 8.25 0 0 0 16.5 0 8.25 8.25 0 0 0 16.5 0 8.25 8.25 0 0 0 16.5 0" />
      <path d="M76 54V38h14v16" />
    </g>,
    SIGNATURE,
  ],
} satisfies Record<string, readonly [behind: ReactNode, front: ReactNode]>;
export type Situation = keyof typeof DRAWN;

export function FolderDrawing(props: { situation: Situation }) {
  const [behind, front] = DRAWN[props.situation];
  return (
    <svg viewBox="0 0 140 116" width="140" height="116" aria-hidden="true" focusable="false">
      <path
        d="M1.5 52V20a7 7 0 0 1 7-7h32a7 7 0 0 1 6 3.4l5 8.6h81a7 7 0 0 1 7 7v20"
        fill="var(--c-surface)"
        stroke="var(--c-line-2)"
        strokeWidth="2"
      />
      {behind}
      <path
        d="M1.5 51h137v57a7 7 0 0 1-7 7H8.5a7 7 0 0 1-7-7z"
        fill="var(--a-soft)"
        stroke="var(--a-fill)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {front}
    </svg>
  );
}
