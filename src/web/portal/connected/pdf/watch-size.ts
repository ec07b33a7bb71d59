/** Measures an element now, and whenever its size changes; gives what stops it. */
export function watchSize(element: Element, measure: () => void): () => void {
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
