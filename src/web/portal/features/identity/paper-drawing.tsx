/** Drawing of an invented contract for the landing page; lines represent text. */
const LINES = [100, 100, 64, 100, 100, 82, 100, 46, 100, 100, 71, 100, 100, 100, 58, 100, 77, 100, 100, 39];

export function PaperDrawing() {
  return (
    <svg viewBox="0 0 540 760" width="540" height="760" aria-hidden="true" focusable="false">
      <rect width="540" height="760" fill="#ffffff" />
      <rect width="540" height="4" fill="var(--a-fill)" />
      <rect x="40" y="42" width="128" height="13" rx="3" fill="#3b434f" />
      <rect x="40" y="64" width="190" height="6" rx="3" fill="#c6ccd5" />
      <rect x="40" y="76" width="156" height="6" rx="3" fill="#c6ccd5" />
      <rect x="352" y="42" width="148" height="10" rx="3" fill="#3b434f" />
      <rect x="386" y="60" width="114" height="6" rx="3" fill="#c6ccd5" />
      {LINES.map((width, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          key={index}
          x="40"
          y={112 + index * 19 + Math.floor(index / 3) * 7}
          width={460 * (width / 100)}
          height="6"
          rx="3"
          fill="#dde1e7"
        />
      ))}
      <rect x="40" y="566" width="222" height="112" rx="6" fill="none" stroke="#d3d8df" />
      <rect x="278" y="566" width="222" height="112" rx="6" fill="none" stroke="#d3d8df" />
      <rect x="52" y="578" width="120" height="6" rx="3" fill="#c6ccd5" />
      <rect x="290" y="578" width="96" height="6" rx="3" fill="#c6ccd5" />
      <path
        d="M58 640c10-22 24-38 31-34 8 4-14 30-8 36 5 5 16-24 23-21 6 2-4 18 5 19 8 1 12-14 18-12 5 2 0 10 8 10 9 0 10-22 16-21 6 1-5 20 3 22 8 1 13-12 24-10"
        fill="none"
        stroke="#1d2f63"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M298 638c6-26 20-40 26-33 5 6-14 18-20 19 10-2 18 14 26 12 7-2 7-14 14-12 5 1 0 11 8 11s9-13 15-12-1 12 8 11c7-1 11-9 20-7"
        fill="none"
        stroke="#1d2f63"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <rect x="52" y="660" width="70" height="5" rx="2" fill="#dde1e7" />
      <rect x="290" y="660" width="70" height="5" rx="2" fill="#dde1e7" />
      <rect x="40" y="724" width="460" height="1" fill="#e3e6eb" />
    </svg>
  );
}
