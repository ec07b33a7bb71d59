/** The last line of an end page: it may be closed, or on a dealer's tablet returns to its list, automatically after a minute. */
import { useEffect } from 'react';
import { backToList, isOnTablet } from '../../shared/on-tablet.ts';
import { useText } from '../text/language.ts';

const BACK_AFTER_MS = 60_000;

export function ClosePage({ words }: { words: string }) {
  const text = useText();
  const tablet = isOnTablet();
  useEffect(() => {
    if (!tablet) return;
    const timer = setTimeout(backToList, BACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [tablet]);
  if (!tablet) return <p className="close-page">{words}</p>;
  return (
    <button type="button" className="button button-outline" onClick={backToList}>
      <span>{text.closed.toTablet}</span>
    </button>
  );
}
