/** A device's browser and system in two words, from what it calls itself. Pure. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPadOS'],
  [/iPhone/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS o iPadOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Null when nothing of it is known. */
export function browserName(userAgent: string | null): string | null {
  const found = [BROWSERS, SYSTEMS].map((known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]);
  return found.filter(Boolean).join(' · ') || null;
}
