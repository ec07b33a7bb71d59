/** Step 2: a new folder with what its type asks for, or one that is already open for this customer. */
import { useForm } from '@mantine/form';
import { IconFolderOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folderFieldKey } from '#domain/folders/folder.ts';
import { isRequired } from '#domain/folders/folder-types.ts';
import { folderSearch } from '../../api/queries.ts';
import type { FolderRow } from '../../api/shapes.ts';
import { formatDate, toIsoDate } from '../../text/dates.ts';
import { spoken } from '../../text/language.ts';
import { Card, Empty } from '../../ui/card.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeIcon } from '../../ui/folder-type.tsx';
import { focusFirstError, RequiredHint, useWording } from '../../ui/form/wording.tsx';
import { SegmentedControl, Textarea, TextInput } from '../../ui/forms.ts';
import { folderTitle } from '../../ui/labels.ts';
import type { WizardSubject } from './configuration.ts';
import type { CustomerChoice, FolderChoice, NewFolder } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { type Errors, folderErrors } from './rules.ts';
import classes from './wizard.module.css';

interface StepProps {
  subject: WizardSubject;
  customer: CustomerChoice;
  choice: FolderChoice | null;
  errors: Errors;
  /** What was typed or chosen so far goes back too: nothing is lost on the way. */
  onBack: (choice: FolderChoice | null) => void;
  onNext: (choice: FolderChoice) => void;
}

export function FolderStep(props: StepProps) {
  const { t } = useTranslation();
  const { subject, customer, choice } = props;
  const [mode, setMode] = useState<FolderChoice['kind']>(choice?.kind ?? 'new');
  const dossierId = customer.kind === 'existing' ? customer.dossier.id : null;
  const open = useQuery({
    ...folderSearch({
      page: 0,
      size: 10,
      sort: 'id,desc',
      criteria: {
        dossierId: { equals: dossierId ?? 0 },
        brand: { equals: subject.brand },
        type: { equals: subject.folderType },
        status: { equals: 'OPEN' },
      },
    }),
    enabled: dossierId !== null,
  });
  const switcher =
    dossierId === null ? null : (
      <SegmentedControl
        size="xs"
        aria-label={t('wizard.folder.mode')}
        value={mode}
        onChange={(value) => setMode(value as FolderChoice['kind'])}
        data={[
          { value: 'new', label: t('wizard.folder.new') },
          { value: 'existing', label: t('wizard.folder.existing') },
        ]}
      />
    );
  if (mode === 'existing' && dossierId !== null) {
    return (
      <OpenFolders
        switcher={switcher}
        rows={open.data?.rows}
        failure={open.error}
        chosen={choice?.kind === 'existing' ? choice.folder : null}
        onBack={(folder) => props.onBack(folder && { kind: 'existing', folder })}
        onNext={(folder) => props.onNext({ kind: 'existing', folder })}
      />
    );
  }
  return <FolderForm {...props} switcher={switcher} />;
}

function OpenFolders(props: {
  switcher: ReactNode;
  rows: FolderRow[] | undefined;
  failure: Error | null;
  chosen: FolderRow | null;
  onBack: (folder: FolderRow | null) => void;
  onNext: (folder: FolderRow) => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(props.chosen);
  const [missing, setMissing] = useState(false);
  return (
    <form
      className={classes.stepForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) props.onNext(chosen);
        else setMissing(true);
      }}
    >
      <Card flush title={t('wizard.folder.title')} aside={props.switcher}>
        {props.failure ? (
          <div className={classes.padded}>
            <FailureNote failure={props.failure} />
          </div>
        ) : props.rows?.length === 0 ? (
          <Empty icon={<IconFolderOpen size={30} stroke={1.6} />} title={t('wizard.folder.none')} />
        ) : (
          <fieldset className={classes.choices}>
            <legend className="sr-only">{t('wizard.folder.existing')}</legend>
            {(props.rows ?? []).map((row) => (
              <label key={row.id} className={classes.choice} data-chosen={row.id === chosen?.id || undefined}>
                <input
                  type="radio"
                  name="folder"
                  className={classes.radio}
                  checked={row.id === chosen?.id}
                  onChange={() => {
                    setChosen(row);
                    setMissing(false);
                  }}
                />
                <span className={classes.choiceMain}>
                  <span className={classes.choiceName}>
                    <FolderTypeIcon type={row.type} /> {folderTitle(t, row)}
                  </span>
                  <span className={classes.caption}>{[row.plate, row.vin].filter(Boolean).join(' · ') || '–'}</span>
                </span>
                <span className={classes.choiceMore}>
                  <span className="num">{formatDate(row.processDate ?? row.createdDate)}</span>
                  <span className={classes.caption}>
                    {t('wizard.folder.documents', { count: row.numberOfDocuments })}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {missing ? (
          <p className={classes.missing} role="alert">
            {t('wizard.folder.choose')}
          </p>
        ) : null}
      </Card>
      <FootBar step="folder" onBack={() => props.onBack(chosen)} />
    </form>
  );
}

const EMPTY: NewFolder = { processDate: '', businessId: '', plate: '', vin: '', jobId: '', notes: '' };

function FolderForm(props: StepProps & { switcher: ReactNode }) {
  const { t } = useTranslation();
  const { subject } = props;
  const number = t(`label.businessId.${subject.folderType}`);
  const wording = useWording({ businessId: number });
  const rules = subject.folderTypeRules;
  const fields = rules.fields.flatMap((field) => {
    const key = folderFieldKey(field.name);
    return key ? [{ key: key as keyof NewFolder, required: isRequired(field) }] : [];
  });
  // Four fields sit better in two rows of two than in three and one.
  const short = fields.filter((field) => field.key !== 'notes').length;
  const asksDate = fields.some((field) => field.key === 'processDate');
  const form = useForm<NewFolder>({
    initialValues:
      props.choice?.kind === 'new'
        ? props.choice.values
        : { ...EMPTY, processDate: asksDate ? formatDate(toIsoDate(new Date())) : '' },
    initialErrors: props.errors,
    validateInputOnBlur: true,
    validate: (values) => folderErrors(values, subject, rules, spoken(), wording),
  });
  return (
    <form
      className={classes.stepForm}
      noValidate
      onSubmit={form.onSubmit((values) => props.onNext({ kind: 'new', values }), focusFirstError)}
    >
      <Card title={t('wizard.folder.title')} aside={props.switcher ?? <RequiredHint />}>
        <p className={classes.lead}>{t('wizard.folder.aboutText')}</p>
        {fields.length === 0 ? <p className={classes.aside}>{t('wizard.folder.nothing')}</p> : null}
        <div className={short === 2 || short === 4 ? classes.grid : classes.grid3}>
          {fields.map(({ key, required }) => {
            const common = {
              label: key === 'businessId' ? number : t(`label.field.${key}`),
              required,
              withAsterisk: required,
              autoComplete: 'off',
              ...form.getInputProps(key),
            };
            if (key === 'notes')
              return <Textarea key={key} {...common} autosize={false} rows={3} className={classes.wide} />;
            if (key === 'processDate') {
              return (
                <TextInput key={key} {...common} placeholder={t('wizard.customer.dateHint')} inputMode="numeric" />
              );
            }
            return <TextInput key={key} {...common} />;
          })}
        </div>
      </Card>
      <FootBar step="folder" onBack={() => props.onBack({ kind: 'new', values: form.values })} />
    </form>
  );
}
