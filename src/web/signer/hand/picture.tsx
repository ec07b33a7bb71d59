/** The picture for the signature field: only the line. */
import type { InkDrawing } from '#formats/ink/drawing.ts';

export function Picture({ drawing, label }: { drawing: InkDrawing; label: string }) {
  const { width, height, lines } = drawing;
  const path = lines
    .map((line) => line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${(height - y).toFixed(2)}`).join(''))
    .join('');
  return (
    <svg className="hand-picture" viewBox={`-1 -1 ${width + 2} ${height + 2}`} role="img" aria-label={label}>
      <path d={path} fill="none" strokeWidth="0.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
