/**
 * Reads the settings that the server writes into the meta tag `fascicolo-settings`: HTML-escaped JSON, so the
 * attribute's value is plain JSON.
 */

export interface Settings {
  demo: boolean;
}

/** An unreadable or empty tag counts as no demo: nothing extra is shown. */
export function parseSettings(content: string | null): Settings {
  try {
    const value = JSON.parse(content ?? '') as { demo?: unknown } | null;
    return { demo: value?.demo === true };
  } catch {
    return { demo: false };
  }
}

export function readSettings(): Settings {
  return parseSettings(document.querySelector('meta[name="fascicolo-settings"]')?.getAttribute('content') ?? null);
}
