/** Where a video is played: at the provider that the installation names, or nowhere (P-1). Pure. */

export interface Playable {
  /** Address of the player with the video in it. */
  url: string;
  /** Who streams it, as people read it. */
  host: string;
}

/** @param template the setting, with `{id}`; null without a provider. */
export function playable(template: string | null, externalId: string): Playable | null {
  const id = externalId.trim();
  if (template === null || id === '') return null;
  const url = template.replaceAll('{id}', encodeURIComponent(id));
  return URL.canParse(url) ? { url, host: new URL(url).host } : null;
}
