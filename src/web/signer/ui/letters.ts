/** The typeface comes first: words that were set in another one before would break in other places and move what is below. */

/** Milliseconds since the page was asked for: on a network that slow the words matter more than their shape. */
const LONGEST_WAIT = 1_500;

/** A typeface that does not come, or a browser that cannot tell, holds nothing up. */
async function arrival(): Promise<void> {
  try {
    await document.fonts.load('1em "Inter Variable"');
  } catch {
    return;
  }
}

let ready: Promise<void> | undefined;

/** Resolves when the page's typeface is there, or has been waited for long enough; counted once a page. */
export function lettersReady(): Promise<void> {
  const left = Math.max(0, LONGEST_WAIT - performance.now());
  ready ??= Promise.race([arrival(), new Promise<void>((resolve) => setTimeout(resolve, left))]);
  return ready;
}
