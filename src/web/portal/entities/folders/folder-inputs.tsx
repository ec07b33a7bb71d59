/** The inputs required by a folder's type, in its order; for a new folder, an edit and the wizard. */
import { useTranslation } from 'react-i18next';
import { DateInput } from '../../connected/form/date-input.tsx';
import classes from '../../connected/form/form.module.css';
import { Textarea, TextInput } from '../../ui/inputs/control-styles.ts';
import type { FolderField, FolderValues, folderFields } from './folder-values.ts';

export function FolderInputs(props: {
  type: FolderValues['type'];
  fields: ReturnType<typeof folderFields>;
  /** Value, error and handlers of a field. */
  input: (name: FolderField) => object;
  /** Number of lines of the notes. */
  rows: number;
}) {
  const { t } = useTranslation();
  return props.fields.map(({ key, required }) => {
    const common = {
      label: key === 'businessId' ? t(`label.businessId.${props.type}`) : t(`label.field.${key}`),
      required,
      autoComplete: 'off',
      ...props.input(key),
    };
    if (key === 'notes') {
      return <Textarea key={key} {...common} autosize={false} rows={props.rows} className={classes.wide ?? ''} />;
    }
    return key === 'processDate' ? <DateInput key={key} {...common} /> : <TextInput key={key} {...common} />;
  });
}
