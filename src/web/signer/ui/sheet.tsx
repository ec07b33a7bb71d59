/** Draws a placeholder sheet of paper: nothing of the document itself is shown before the first factor. */

const LINES = [12, 17, 26, 30, 34, 38, 46, 50, 54];

export function PaperIcon({ signed = false }: { signed?: boolean }) {
  return (
    <svg className="sheet" viewBox="0 0 60 84" aria-hidden="true" focusable="false">
      <rect x="0.5" y="0.5" width="59" height="83" rx="3" className="sheet-paper" />
      <rect x="0.500" y="0.5" width="59" height="3" rx="1.5" className="sheet-accent" />
      {LINES.map((y, index) => (
        <rect
          key={y}
          x="8"
          y={y}
          width={index === 0 ? 22 : index % 4 === 3 ? 28 : 44}
          height={index === 0 ? 3 : 1.6}
          rx="0.8"
          className="sheet-line"
        />
      ))}
      <path
        d="M9 70c3-7 6-8 6-3s2 5 5 1 4-4 5-1 3 3 8 1"
        className={signed ? 'sheet-ink' : 'sheet-line-stroke'}
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
