/** The last line of an end page: it may be closed, or on a dealer's tablet returns to its list, automatically after a minute. */
import { useEffect } from 'react';
import { isOnTablet, returnToList } from '../../shared/on-tablet.ts';
import { useText } from '../text/language.ts';

const BACK_AFTER_MS = 60_000;

export function ClosePage({ words }: { words: string }) {
  const text = useText();
  const isTablet = isOnTablet();
  useEffect(() => {
    if (!isTablet) return;
    const timer = setTimeout(returnToList, BACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isTablet]);
  if (!isTablet) return <p className="close-page">{words}</p>;
  return (
    <button type="button" className="button button-outline" onClick={returnToList}>
      <span>{text.closed.toTablet}</span>
    </button>
  );
}
