/**
 * Reads the settings that the server writes into the meta tag `fascicolo-settings`: HTML-escaped JSON, so the
 * attribute's value is plain JSON.
 */

export interface Settings {
  demo: boolean;
  production: boolean;
  version: string;
}

const UNKNOWN: Settings = { demo: false, production: true, version: '' };

/** An unreadable or empty tag counts as production without demo: nothing extra is shown. */
export function settingsOf(content: string | null): Settings {
  try {
    const value: unknown = JSON.parse(content ?? '');
    if (typeof value !== 'object' || value === null) return UNKNOWN;
    const { demo, production, version } = value as Record<string, unknown>;
    return {
      demo: demo === true,
      production: production !== false,
      version: typeof version === 'string' ? version : '',
    };
  } catch {
    return UNKNOWN;
  }
}

export function readSettings(): Settings {
  return settingsOf(document.querySelector('meta[name="fascicolo-settings"]')?.getAttribute('content') ?? null);
}
