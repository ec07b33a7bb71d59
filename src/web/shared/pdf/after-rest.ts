/** ms a page must stay near before it is rendered, so that pages scrolled past cost nothing. */
export const REST_MS = 60;

/** Begins once a page has rested; returns a function that cancels. */
export function afterRest(begin: (signal: AbortSignal) => void): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => begin(stop.signal), REST_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
