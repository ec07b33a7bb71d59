/** Builds the address of a video at the provider set for the installation; null without one. Pure. */

export interface Playable {
  /** Address of the player for this video. */
  url: string;
  /** The streaming provider, as displayed. */
  host: string;
}

/** @param template the setting, with `{id}`; null without a provider. */
export function playable(template: string | null, externalId: string): Playable | null {
  const id = externalId.trim();
  if (template === null || id === '') return null;
  const url = template.replaceAll('{id}', encodeURIComponent(id));
  return URL.canParse(url) ? { url, host: new URL(url).host } : null;
}
