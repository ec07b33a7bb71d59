/** Enters the code and the tablet's name; the code is typed or from a scanned address. */
import { IconLock } from '@tabler/icons-react';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { groupCode, readPairingCode, typedLetters } from '#domain/devices/code.ts';
import type { DeviceFailure } from '../api/failure.ts';
import { ownName } from '../flow/own-name.ts';
import type { Words } from '../text/it.ts';
import { useWords } from '../text/words.ts';
import { Button } from './button.tsx';

const CODE_LETTERS = 16;

interface CodePageProps {
  /** From the address, or null. */
  code: string | null;
  forgotten: boolean;
  claim: (typed: string, name: string) => Promise<DeviceFailure | null>;
}

function saying({ status, code, words }: DeviceFailure, text: Words['code']): string {
  if (status === 0) return text.lost;
  if (code === 'device.codeUnknown') return text.wrong;
  return status === 429 ? text.tooMany : words || text.lost;
}

export function CodePage({ code, forgotten, claim }: CodePageProps) {
  const { code: text } = useWords();
  const [typed, setTyped] = useState(groupCode(typedLetters(code ?? '')));
  const [name, setName] = useState(() => ownName(navigator));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<DeviceFailure | null>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const fromLink = code !== null && readPairingCode(code) !== null;

  const missing = CODE_LETTERS - typedLetters(typed).length;
  const codeError = tried && missing > 0 ? (missing === CODE_LETTERS ? text.empty : text.short(missing)) : null;
  const nameError = tried && name.trim() === '' ? text.nameMissing : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setFailure(null);
    if (missing > 0) return codeField.current?.focus();
    if (name.trim() === '') return nameField.current?.focus();
    setBusy(true);
    const refused = await claim(typed, name.trim());
    setBusy(false);
    setFailure(refused);
    if (refused?.code === 'device.codeUnknown') codeField.current?.focus();
  };

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <h1 tabIndex={-1}>{text.title}</h1>
      {forgotten ? <p className="note tone-waiting">{text.forgotten}</p> : null}
      <p className="lead">{fromLink ? text.fromLink : text.lead}</p>
      {failure === null ? null : (
        <p className="note tone-bad" role="alert">
          {saying(failure, text)}
        </p>
      )}
      <Field
        ref={codeField}
        label={text.label}
        hint={text.hint}
        error={codeError}
        className="code-input"
        value={typed}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(grouped(target));
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
      <Button submit busy={busy}>
        {busy ? text.sending : text.send}
      </Button>
      <p className="assurance">
        <IconLock aria-hidden="true" />
        <span>{text.key}</span>
      </p>
    </form>
  );
}

/** Groups the code while the user types at the end; does not interfere with corrections in the middle. */
function grouped({ value, selectionStart }: HTMLInputElement): string {
  return selectionStart === value.length ? groupCode(typedLetters(value)) : value.toUpperCase().slice(0, 24);
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
