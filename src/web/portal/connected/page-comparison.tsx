/** Shows why an uploaded file was refused, with the part of its page as rendered by two programs. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../api/failure.ts';
import classes from './page-comparison.module.css';

/** @param props.picture data URL: both drawings side by side. */
export function PageComparison(props: { message: ReactNode; picture: string }) {
  const { t } = useTranslation();
  return (
    <>
      {props.message}
      <span className={classes.caption}>{t('form.twoDrawings')}</span>
      <img className={classes.picture} src={props.picture} alt={t('form.twoDrawingsAlt')} />
    </>
  );
}

/** The refusals by field; text or richer content. */
export type RefusedFields = Record<string, ReactNode>;

/** The refused fields of a form; when the refusal has a picture of the page, the file's error includes it. */
export function withPageComparison(errors: RefusedFields, failure: unknown): RefusedFields {
  const { comparison } = failure instanceof ApiFailure ? failure.body : {};
  if (comparison === undefined || errors.file === undefined) return errors;
  return { ...errors, file: <PageComparison message={errors.file} picture={comparison} /> };
}
