/** A photo field: chosen from disk or taken with the phone's camera, sent immediately, shown on the paper next to the form. */
import { Loader } from '@mantine/core';
import { IconCamera, IconPhotoCheck, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/failure.ts';
import { describeFailure } from '../../../connected/failure-note.tsx';
import { takeFile } from '../../../ui/inputs/file-drop.tsx';
import type { DocumentForm } from '../../documents/fields/document-form.ts';
import classes from './paper-form.module.css';
import { PHOTO_ACCEPT, uploadPhoto } from './photo-upload.ts';

/** Sends the photo of a field; the last choice wins, whichever answer arrives first. */
function usePhoto({ form }: DocumentForm, path: string) {
  const { t } = useTranslation();
  const latestRequest = useRef(0);
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    latestRequest.current += 1;
    const thisRequest = latestRequest.current;
    const refuse = (text: string) => form.setFieldError(path, text);
    form.clearFieldError(path);
    setBusy(true);
    try {
      const answer = await uploadPhoto(file);
      if (thisRequest !== latestRequest.current) return;
      if ('photo' in answer) form.setFieldValue(path, answer.photo);
      else refuse(t(`paperForm.photo.${answer.problem}`));
    } catch (failure) {
      if (thisRequest !== latestRequest.current) return;
      const message = failure instanceof ApiFailure ? failure.body.fieldErrors?.[0]?.message : undefined;
      refuse(message ?? describeFailure(t, failure).title);
    } finally {
      if (thisRequest === latestRequest.current) setBusy(false);
    }
  };
  const remove = () => {
    latestRequest.current += 1;
    setBusy(false);
    form.setFieldValue(path, '');
    form.clearFieldError(path);
  };
  return { busy, send, remove };
}

export function PhotoInput(props: { name: string; label: string; fields: DocumentForm }) {
  const { t } = useTranslation();
  const { name, label, fields } = props;
  const path = `fields.${name}`;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { busy, send, remove } = usePhoto(fields, path);
  const hasPhoto = String(fields.form.values.fields[name] ?? '') !== '';
  const error = fields.form.errors[path];
  const Icon = hasPhoto ? IconPhotoCheck : IconCamera;
  return (
    <div className={classes.photo}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className={classes.photoBox} data-error={error ? true : undefined}>
        {busy ? <Loader size={18} /> : <Icon size={18} stroke={1.8} aria-hidden="true" />}
        <span id={`${id}-state`} role="status" className="small rest">
          {t(busy ? 'paperForm.photo.sending' : hasPhoto ? 'paperForm.photo.taken' : 'paperForm.photo.choose')}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.photoFile}
          accept={PHOTO_ACCEPT}
          data-path={path}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-state${error ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            const file = takeFile(event.target);
            if (file) void send(file);
          }}
        />
        {hasPhoto ? (
          <button
            type="button"
            className={classes.photoRemove}
            aria-label={t('paperForm.photo.remove', { field: label })}
            onClick={() => {
              remove();
              input.current?.focus();
            }}
          >
            <IconX size={16} stroke={1.9} />
          </button>
        ) : null}
      </div>
      {error ? (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
