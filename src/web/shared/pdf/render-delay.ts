/** ms a page must stay near before it is rendered, so that pages scrolled past cost nothing. */
export const REST_MS = 60;

/** Begins once a page has rested; returns a function that cancels. */
export function afterRest(start: (signal: AbortSignal) => void): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => start(controller.signal), REST_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
