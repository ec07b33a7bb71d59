/** Waits for the typeface before text is shown: a later change of typeface would break lines elsewhere and move the content below. */

/** Milliseconds since the page was requested; on a slower network showing the text matters more than its typeface. */
const MAX_WAIT_MS = 1_500;

/** A typeface that does not load, or a browser without the font API, delays nothing. */
async function loadFont(): Promise<void> {
  try {
    await document.fonts.load('1em "Inter Variable"');
  } catch {
    return;
  }
}

let loaded: Promise<void> | undefined;

/** Resolves when the page's typeface is loaded or the wait has timed out; the time counts from the load of the page. */
export function fontReady(): Promise<void> {
  const remaining = Math.max(0, MAX_WAIT_MS - performance.now());
  loaded ??= Promise.race([loadFont(), new Promise<void>((resolve) => setTimeout(resolve, remaining))]);
  return loaded;
}
