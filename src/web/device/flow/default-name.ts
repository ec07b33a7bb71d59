/** The tablet's default name, before a user changes it. Pure. */

export function defaultDeviceName({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  // iPads report a Mac as platform; no Mac has a touch screen.
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'iPad';
  const model = /Android [^;)]*; ([^;)]+?)(?: Build\/[^;)]*)?\)/.exec(userAgent)?.[1]?.trim();
  if (model !== undefined && model !== 'K' && model.length <= 40) return model;
  if (/Android/.test(userAgent)) return 'Tablet Android';
  return /Windows/.test(userAgent) ? 'Tablet Windows' : 'Tablet';
}
