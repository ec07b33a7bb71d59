/** Names a device's browser and system from its user agent. Pure. */

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

/** Null when neither is recognized. */
export function browserName(userAgent: string | null): string | null {
  const names = [BROWSERS, SYSTEMS].map((patterns) => patterns.find(([sign]) => sign.test(userAgent ?? ''))?.[1]);
  return names.filter(Boolean).join(' · ') || null;
}
