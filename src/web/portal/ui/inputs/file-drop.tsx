/** A drop area for one file; shows the accepted formats beforehand. */
import { IconFileText, IconFileUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../text/numbers.ts';
import { focusLeft } from '../focus-left.ts';
import { useIsMobile } from '../use-is-mobile.ts';
import classes from './file-drop.module.css';

/** The chosen file; the same one can be chosen again after it was removed. */
export function takeFile(input: HTMLInputElement): File | undefined {
  const file = input.files?.[0];
  input.value = '';
  return file;
}

interface DropProps {
  label: string;
  hint: string;
  /** For the browser's file dialog, such as '.pdf,application/pdf'. */
  accept: string;
  file: File | null;
  error?: React.ReactNode;
  required: boolean;
  onFile: (file: File | null) => void;
  onTooMany: () => void;
  /** The focus moved to another field. */
  onBlur?: () => void;
}

export function FileDrop(props: DropProps) {
  const { file } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the blur of its controls
    <div
      onBlur={(event) => {
        if (focusLeft(event)) props.onBlur?.();
      }}
    >
      <label htmlFor={id} className="field-label" data-required={props.required}>
        {props.label}
      </label>
      {file ? (
        <ChosenFile
          file={file}
          onRemove={() => {
            props.onFile(null);
            input.current?.focus();
          }}
        />
      ) : null}
      <DropArea {...props} id={id} input={input} />
      {props.error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {props.error}
        </p>
      ) : null}
    </div>
  );
}

function DropArea(props: DropProps & { id: string; input: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const { id, error } = props;
  const phone = useIsMobile();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 1) props.onTooMany();
    else if (files[0]) props.onFile(files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the input inside does the same
    <div
      className={classes.drop}
      data-chosen={props.file ? true : undefined}
      data-over={over || undefined}
      data-error={error ? true : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={22} stroke={1.7} aria-hidden="true" />
      <span className={classes.title}>
        {t(props.file ? 'form.otherFile' : phone ? 'form.chooseFile' : 'form.dropFile')}
      </span>
      <span id={`${id}-hint`} className="caption">
        {props.hint}
      </span>
      <input
        ref={props.input}
        id={id}
        type="file"
        className={classes.input}
        accept={props.accept}
        required={props.required && !props.file}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        data-path="file"
        onChange={(event) => {
          const file = takeFile(event.target);
          if (file) props.onFile(file);
        }}
      />
    </div>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.file}>
      <IconFileText size={18} stroke={1.8} aria-hidden="true" />
      <span className="column rest">
        <span className="strong truncate">{file.name}</span>
        <span className="caption">{formatSize(file.size)}</span>
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={t('form.removeFile', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.9} />
      </button>
    </div>
  );
}
