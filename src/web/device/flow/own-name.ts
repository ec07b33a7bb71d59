/** What a tablet calls itself before anybody gives it a better name. Pure. */

export function ownName({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  // An iPad says it is a Mac; no Mac has a screen to touch.
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'iPad';
  const model = /Android [^;)]*; ([^;)]+?)(?: Build\/[^;)]*)?\)/.exec(userAgent)?.[1]?.trim();
  if (model !== undefined && model !== 'K' && model.length <= 40) return model;
  if (/Android/.test(userAgent)) return 'Tablet Android';
  return /Windows/.test(userAgent) ? 'Tablet Windows' : 'Tablet';
}
