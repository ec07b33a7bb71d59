/** What the server tells the page about itself: two meta elements it fills in the shell. */
export interface Settings {
  demo: boolean;
  dealerPortalUrl: string | null;
  /** Where the video provider's player stands, with `{id}` for the video; null when there is none. */
  videoPlayerUrl: string | null;
  production: boolean;
  /** Calling codes of the countries that codes are sent to, without `+`; null when the server does not tell. */
  otpCountries: readonly string[] | null;
  version: string;
}

const FALLBACK: Settings = {
  demo: false,
  dealerPortalUrl: null,
  videoPlayerUrl: null,
  production: true,
  otpCountries: null,
  version: '',
};

/** Parses the settings; a shell that was served unfilled behaves as production without extras. */
export function parseSettings(content: string | null | undefined): Settings {
  try {
    const read: unknown = JSON.parse(content ?? '');
    if (typeof read !== 'object' || read === null) return FALLBACK;
    const given = read as Partial<Record<keyof Settings, unknown>>;
    return {
      demo: given.demo === true,
      dealerPortalUrl: httpAddress(given.dealerPortalUrl),
      videoPlayerUrl: httpAddress(given.videoPlayerUrl),
      production: given.production !== false,
      otpCountries: Array.isArray(given.otpCountries) ? given.otpCountries.map(String) : null,
      version: typeof given.version === 'string' ? given.version : '',
    };
  } catch {
    return FALLBACK;
  }
}

/** Only web addresses become links: a `javascript:` one from a wrong setting does not. */
function httpAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return ['http:', 'https:'].includes(new URL(value).protocol) ? value : null;
}

function meta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

export const settings: Settings =
  typeof document === 'undefined' ? FALLBACK : parseSettings(meta('fascicolo-settings'));

/** The nonce of style elements that libraries add while running. */
export function styleNonce(): string {
  return typeof document === 'undefined' ? '' : (meta('csp-nonce') ?? '');
}
