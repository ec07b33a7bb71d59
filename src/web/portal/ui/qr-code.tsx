/**
 * Renders text as a QR code of 200 px, drawn as one path; the white tile around it is the quiet zone. A screen needs no
 * error correction for dirt: the lowest level (L) gives the largest modules.
 */
import { useMemo } from 'react';
import { encode } from 'uqr';

const SIZE_PX = 200;

export function QrCode(props: { text: string; label: string }) {
  const { text } = props;
  const { path, side } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      role="img"
      aria-label={props.label}
      width={SIZE_PX}
      height={SIZE_PX}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#171c24" d={path} />
    </svg>
  );
}

/** Each run of dark modules in a row as one rectangle. */
function drawn(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  const runs = data.flatMap((row, y) => {
    const parts: string[] = [];
    for (let x = 0; x < size; x += 1) {
      if (!row[x] || (x > 0 && row[x - 1])) continue;
      const end = row.indexOf(false, x);
      const length = (end < 0 ? size : end) - x;
      parts.push(`M${x} ${y}h${length}v1h-${length}z`);
    }
    return parts;
  });
  return { path: runs.join(''), side: size };
}
