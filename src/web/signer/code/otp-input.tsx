/** Six cells drawn over one input, so that autofill, paste and screen readers see a single field. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { type Ref, useId, useState } from 'react';
import { useText } from '../text/language.ts';
import { activeCell, CODE_LENGTH, normaliseCode } from './otp-code.ts';

const CELLS = Array.from({ length: CODE_LENGTH }, (_, index) => index);

interface OtpInputProps {
  value: string;
  onChange: (code: string) => void;
  /** Error text, associated with the field. */
  error: string | null;
  busy: boolean;
  /** Id of the description read with the field, which gets the focus before the text above it was read. */
  describedBy: string;
  ref: Ref<HTMLInputElement>;
}

export function OtpInput({ value, onChange, error, busy, describedBy, ref }: OtpInputProps) {
  const text = useText();
  const id = useId();
  const [focused, setFocused] = useState(false);
  return (
    <div className="otp">
      <label htmlFor={id}>{text.code.label}</label>
      <div className="otp-field" data-wrong={error !== null || undefined}>
        {/* No maxLength: a pasted message would be cut before its code. */}
        <input
          ref={ref}
          id={id}
          data-focus-first
          name="otp"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          value={value}
          readOnly={busy}
          required
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? describedBy : `${id}-error`}
          onChange={(event) => onChange(normaliseCode(event.currentTarget.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            const input = event.currentTarget;
            // The drawn caret is always at the end: keep the real one there too, unless everything is selected.
            if (input.selectionStart === input.selectionEnd && input.selectionEnd !== input.value.length) {
              input.setSelectionRange(input.value.length, input.value.length);
            }
          }}
        />
        <div className="otp-cells" aria-hidden="true">
          {CELLS.map((index) => (
            <span key={index} data-active={(focused && index === activeCell(value)) || undefined}>
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <p id={`${id}-error`} className="field-error" role="alert">
        {error === null ? null : (
          <>
            <IconAlertTriangle aria-hidden="true" /> {error}
          </>
        )}
      </p>
    </div>
  );
}
