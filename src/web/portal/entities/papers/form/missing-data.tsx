/** Lists the data that a generated paper still lacks, each name linked to its field. */
import { useTranslation } from 'react-i18next';
import { focusFirstError } from '../../../connected/form/form-messages.tsx';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import type { DocumentForm } from '../../documents/fields/document-form.ts';
import { fieldsBody } from '../../documents/fields/document-values.ts';
import type { GeneratedType, PaperCase } from './paper.ts';
import classes from './paper-form.module.css';

/** Names shown at a time; as they are filled in, the next ones appear. */
const MAX_NAMED = 6;

/** A form of a generated paper. */
export interface PaperFormContext {
  fields: DocumentForm;
  type: GeneratedType;
  paperCase: PaperCase;
  /** Called before a field gets the focus, to close anything over the form. */
  onLeave?: (() => void) | undefined;
}

export function MissingData(props: PaperFormContext) {
  const { t } = useTranslation();
  const { type, paperCase, fields } = props;
  const { variableFields } = fieldsBody(fields.form.values, type);
  const { missing } = type.paper.judge(variableFields, paperCase, false);
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
            {own.slice(0, MAX_NAMED).map(({ field }) => (
              <li key={field}>
                <button type="button" className={classes.name} onClick={() => goTo(field)}>
                  {label(field)}
                </button>
              </li>
            ))}
            {own.length > MAX_NAMED ? <li>{t('paperForm.more', { count: own.length - MAX_NAMED })}</li> : null}
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
