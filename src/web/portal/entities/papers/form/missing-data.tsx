/** What a paper that the portal makes still lacks, each name the way to its field (D-110). */
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../../connected/form/wording.tsx';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import type { DocumentForm } from '../../documents/fields/document-form.ts';
import { fieldsBody } from '../../documents/fields/values.ts';
import type { MadeType, PaperAround } from './paper.ts';
import classes from './paper-form.module.css';

/** Names at a time: as they are filled in, the next ones follow. */
const MOST_NAMED = 6;

/** A form whose paper the portal makes. */
export interface MadeForm {
  fields: DocumentForm;
  type: MadeType;
  around: PaperAround;
  /** Before the focus goes to a field: what stands over the form closes. */
  onLeave?: (() => void) | undefined;
}

export function MissingData(props: MadeForm) {
  const { t } = useTranslation();
  const { type, around, fields } = props;
  const { variableFields } = fieldsBody(fields.form.values, type);
  const { missing } = type.paper.judge(variableFields, around, false);
  const required = missing.filter(({ code }) => code === 'required');
  const goTo = (name: string) => {
    props.onLeave?.();
    setTimeout(() => focusFirstError({ [`fields.${name}`]: true }));
  };
  const label = (field: string) => fieldLabel(t, field) ?? readable(field);
  const own = required.filter(({ objectName }) => objectName === 'document');
  const ofCustomer = required.filter(({ objectName }) => objectName === 'dossier');
  return (
    <div className={classes.missing}>
      {own.length > 0 ? (
        <>
          {t('paperForm.missing', { count: own.length })}{' '}
          <ul className={classes.names}>
            {own.slice(0, MOST_NAMED).map(({ field }) => (
              <li key={field}>
                <button type="button" className={classes.name} onClick={() => goTo(field)}>
                  {label(field)}
                </button>
              </li>
            ))}
            {own.length > MOST_NAMED ? <li>{t('paperForm.more', { count: own.length - MOST_NAMED })}</li> : null}
          </ul>
        </>
      ) : ofCustomer.length === 0 ? (
        t('paperForm.complete')
      ) : null}
      {ofCustomer.length > 0 ? (
        <p>{t('paperForm.ofCustomer', { list: ofCustomer.map(({ field }) => label(field)).join(', ') })}</p>
      ) : null}
    </div>
  );
}
