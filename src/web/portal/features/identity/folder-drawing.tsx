/** The open folder of the error pages, in the page's tokens. */
export function Folder() {
  return (
    <svg viewBox="0 0 140 116" width="140" height="116" aria-hidden="true" focusable="false">
      <path
        d="M1.5 52V20a7 7 0 0 1 7-7h32a7 7 0 0 1 6 3.4l5 8.6h81a7 7 0 0 1 7 7v20"
        fill="var(--c-surface)"
        stroke="var(--c-line-2)"
        strokeWidth="2"
      />
      <path
        d="m36 56-5.5-46L81 2.5 99.5 16 104 52"
        fill="var(--c-surface)"
        stroke="var(--c-line-2)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="m47 31 34-4.2M48.5 43l41-5" stroke="var(--c-line-2)" strokeWidth="3" strokeLinecap="round" fill="none" />
      <path
        d="M1.5 51h137v57a7 7 0 0 1-7 7H8.500a7 7 0 0 1-7-7z"
        fill="var(--a-soft)"
        stroke="var(--a-fill)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M48 87c5-12 13-24 18-22.5 5 1.5-6 17-2.5 21.5 2.5 4 8-11.5 11.5-10.5 3 .9-1.5 9.5 3.5 10 4 .4 5-6 8-6 2.5 0 2.5 3.5 9.5 2"
        fill="none"
        stroke="var(--a-fill)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
