/** A place to drop one file, with what is accepted said before the choice (DESIGN.md §4, specification §5). */
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../text/numbers.ts';
import classes from './file-drop.module.css';
import { focusLeft } from './form/focus-left.ts';
import { usePhone } from './phone.ts';

export function FileDrop(props: {
  label: string;
  hint: string;
  /** For the browser's own dialog, such as '.pdf,application/pdf'. */
  accept: string;
  file: File | null;
  error?: React.ReactNode;
  required: boolean;
  onFile: (file: File | null) => void;
  onTooMany: () => void;
  /** It was left for another field. */
  onBlur?: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const phone = usePhone();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 1) props.onTooMany();
    else if (files[0]) props.onFile(files[0]);
  };
  const described = `${id}-hint${props.error ? ` ${id}-error` : ''}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the controls inside were left
    <div
      onBlur={(event) => {
        if (focusLeft(event)) props.onBlur?.();
      }}
    >
      <label htmlFor={id} className={classes.label}>
        {props.label}
        {props.required ? (
          <span className={classes.star} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-error={props.error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={22} stroke={1.7} aria-hidden="true" />
        <span className={classes.title}>{t(phone ? 'form.chooseFile' : 'form.dropFile')}</span>
        <span id={`${id}-hint`} className={classes.hint}>
          {props.hint}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.input}
          accept={props.accept}
          required={props.required && !props.file}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={described}
          data-path="file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) props.onFile(file);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
      </div>
      {props.file ? (
        <div className={classes.file}>
          <IconFileText size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.fileText}>
            <span className={classes.fileName}>{props.file.name}</span>
            <span className={classes.hint}>{formatSize(props.file.size)}</span>
          </span>
          <button
            type="button"
            className={classes.remove}
            aria-label={t('form.removeFile', { name: props.file.name })}
            onClick={() => {
              props.onFile(null);
              input.current?.focus();
            }}
          >
            <IconX size={16} stroke={1.9} />
          </button>
        </div>
      ) : null}
      {props.error ? (
        <p id={`${id}-error`} className={`${classes.error} field-error`} role="alert">
          {props.error}
        </p>
      ) : null}
    </div>
  );
}
