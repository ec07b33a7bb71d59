/** A masked phone number: shown as written, with its last digits spelled out for a screen reader. */
import { useText } from '../text/language.ts';

/** The visible digits at the end of "*** *** 567". */
export function lastDigits(masked: string): string {
  return /\d+$/.exec(masked.replace(/\s/g, ''))?.[0] ?? '';
}

export function MaskedPhone({ masked }: { masked: string }) {
  const text = useText();
  const digits = lastDigits(masked);
  return (
    <>
      <strong className="phone" aria-hidden="true">
        {masked}
      </strong>
      <span className="visually-hidden">{text.code.endsWith(digits.split('').join(' '))}</span>
    </>
  );
}
