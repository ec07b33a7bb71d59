/** Shared by forms: error messages, the note on asterisks, focus on the first error. */
import { useTranslation } from 'react-i18next';
import { fieldLabel, readable } from '../labels.ts';
import classes from './form.module.css';

/** Inserts the label into a message that needs one, from the catalogue unless given: "Telaio è un campo obbligatorio". */
export type Wording = (field: string, message: string, code: string, label?: string) => string;

/** The context of a page's own messages: the second segment of its address, in capitals. */
export const messageContext = (pathname: string): string => (pathname.split('/')[2] ?? '').toUpperCase();

export function useWording(): Wording {
  const { t, i18n } = useTranslation();
  return (field, message, code, ownLabel) => {
    const label = ownLabel ?? fieldLabel(t, field) ?? readable(field);
    const context = messageContext(location.pathname);
    // The compiler cannot check which pages have their own messages.
    if (i18n.exists(`validation.${code}_${context}`)) {
      return i18n.t(`validation.${code}_${context}` as never, { field: label });
    }
    return code === 'required' ? t('validation.required', { field: label }) : message;
  };
}

export function RequiredHint() {
  const { t } = useTranslation();
  return (
    <p className={classes.requiredHint}>
      <span className="star">*</span> {t('form.required')}
    </p>
  );
}

/** Focuses the first field with an error, in page order. */
export function focusFirstError(errors: Readonly<Record<string, unknown>>): void {
  const nodes = Object.keys(errors)
    .map((path) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`))
    .filter((node) => node !== null);
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  nodes[0]?.focus();
}
