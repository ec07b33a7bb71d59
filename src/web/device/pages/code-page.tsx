/** Enters the code and the tablet's name; the code is typed or from a scanned address. */
import { IconLock } from '@tabler/icons-react';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { formatPairingCode, normalizePairingCode, readPairingCode } from '#domain/devices/pairing-code.ts';
import type { DeviceFailure } from '../api/failure.ts';
import { defaultDeviceName } from '../flow/default-name.ts';
import type { Texts } from '../text/it.ts';
import { useTexts } from '../text/load-texts.ts';
import { Button } from './button.tsx';

const CODE_LENGTH = 16;

interface CodePageProps {
  /** From the address, or null. */
  code: string | null;
  isForgotten: boolean;
  claim: (typedCode: string, name: string) => Promise<DeviceFailure | null>;
}

function failureText({ status, code, serverMessage }: DeviceFailure, text: Texts['code']): string {
  if (status === 0) return text.lost;
  if (code === 'device.codeUnknown') return text.wrong;
  return status === 429 ? text.tooMany : serverMessage || text.lost;
}

export function CodePage({ code, isForgotten, claim }: CodePageProps) {
  const { code: text } = useTexts();
  const [typedCode, setTypedCode] = useState(formatPairingCode(normalizePairingCode(code ?? '')));
  const [name, setName] = useState(() => defaultDeviceName(navigator));
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<DeviceFailure | null>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const isFromLink = code !== null && readPairingCode(code) !== null;

  const missing = CODE_LENGTH - normalizePairingCode(typedCode).length;
  const codeError = isSubmitted && missing > 0 ? (missing === CODE_LENGTH ? text.empty : text.short(missing)) : null;
  const nameError = isSubmitted && name.trim() === '' ? text.nameMissing : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setSubmitted(true);
    setFailure(null);
    if (missing > 0) return codeField.current?.focus();
    if (name.trim() === '') return nameField.current?.focus();
    setIsBusy(true);
    const claimFailure = await claim(typedCode, name.trim());
    setIsBusy(false);
    setFailure(claimFailure);
    if (claimFailure?.code === 'device.codeUnknown') codeField.current?.focus();
  };

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <h1 tabIndex={-1}>{text.title}</h1>
      {isForgotten ? <p className="note tone-waiting">{text.forgotten}</p> : null}
      <p className="lead">{isFromLink ? text.fromLink : text.lead}</p>
      {failure === null ? null : (
        <p className="note tone-bad" role="alert">
          {failureText(failure, text)}
        </p>
      )}
      <Field
        ref={codeField}
        label={text.label}
        hint={text.hint}
        error={codeError}
        className="code-input"
        value={typedCode}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => {
          setTypedCode(groupTypedCode(target));
          setFailure(null);
        }}
      />
      <Field
        ref={nameField}
        label={text.name}
        hint={text.nameHint}
        error={nameError}
        value={name}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
      />
      <Button submit busy={isBusy}>
        {isBusy ? text.sending : text.send}
      </Button>
      <p className="assurance">
        <IconLock aria-hidden="true" />
        <span>{text.key}</span>
      </p>
    </form>
  );
}

/** Groups the code while the user types at the end; does not interfere with corrections in the middle. */
function groupTypedCode({ value, selectionStart }: HTMLInputElement): string {
  return selectionStart === value.length
    ? formatPairingCode(normalizePairingCode(value))
    : value.toUpperCase().slice(0, 24);
}

function Field(props: ComponentProps<'input'> & { label: string; hint: string; error: string | null }) {
  const { label, hint, error, ...input } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        autoComplete="off"
        aria-describedby={`${id}-says`}
        aria-invalid={error === null ? undefined : true}
        required
      />
      <p id={`${id}-says`} className={error === null ? 'hint' : 'error'}>
        {error ?? hint}
      </p>
    </div>
  );
}
