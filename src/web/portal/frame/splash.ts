/** Removes the shell's splash screen when the page is ready, after 3 s at the latest. */
const MAX_SPLASH_MS = 3_000;

export function hideSplash(): void {
  document.getElementById('splash')?.remove();
}

export function limitSplash(): void {
  setTimeout(hideSplash, MAX_SPLASH_MS);
}
