/** Reads the settings that the server fills into two meta elements of the shell. */
export interface Settings {
  demo: boolean;
  dealerPortalUrl: string | null;
  /** Address of the video provider's player, with `{id}` for the video; null when there is none. */
  videoPlayerUrl: string | null;
  production: boolean;
  /** Calling codes, without `+`, of the countries to which codes are sent; null when not set by the server. */
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

/** Parses the settings; a shell without settings behaves as production without extras. */
export function parseSettings(content: string | null | undefined): Settings {
  try {
    const read: unknown = JSON.parse(content ?? '');
    if (typeof read !== 'object' || read === null) return FALLBACK;
    const raw = read as Partial<Record<keyof Settings, unknown>>;
    return {
      demo: raw.demo === true,
      dealerPortalUrl: httpAddress(raw.dealerPortalUrl),
      videoPlayerUrl: httpAddress(raw.videoPlayerUrl),
      production: raw.production !== false,
      otpCountries: Array.isArray(raw.otpCountries) ? raw.otpCountries.map(String) : null,
      version: typeof raw.version === 'string' ? raw.version : '',
    };
  } catch {
    return FALLBACK;
  }
}

/** Only web addresses become links, never a `javascript:` URL from a wrong setting. */
function httpAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return ['http:', 'https:'].includes(new URL(value).protocol) ? value : null;
}

function meta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}

export const settings: Settings =
  typeof document === 'undefined' ? FALLBACK : parseSettings(meta('fascicolo-settings'));

/** The nonce for style elements that libraries add at run time. */
export function styleNonce(): string {
  return typeof document === 'undefined' ? '' : (meta('csp-nonce') ?? '');
}
