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
import { formatCount } from '../../text/numbers.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeIcon } from '../../ui/folder-type.tsx';
import { focusFirstError, RequiredHint, useWording, type Wording } from '../../ui/form/wording.tsx';
import { SegmentedControl, Textarea, TextInput } from '../../ui/forms.ts';
import { folderTitle } from '../../ui/labels.ts';
import { SearchBox } from '../../ui/list/search-box.tsx';
import type { WizardSubject } from './configuration.ts';
import { DoubtsNote, useDoubts } from './doubts.tsx';
import { type CustomerChoice, EMPTY_FOLDER, type FolderChoice, type NewFolder } from './draft.ts';
import { FootBar } from './foot-bar.tsx';
import { type Errors, folderDoubts, folderErrors } from './rules.ts';
import classes from './wizard.module.css';

const SHOWN = 8;

interface StepProps {
  subject: WizardSubject;
  customer: CustomerChoice;
  choice: FolderChoice | null;
  typed: NewFolder | null;
  errors: Errors;
  kept: string | undefined;
  onChoose: (choice: FolderChoice) => void;
  onTyped: (values: NewFolder) => void;
  onBack: () => void;
  onNext: (choice: FolderChoice) => void;
}

export function FolderStep(props: StepProps) {
  const { t } = useTranslation();
  const { subject, customer, choice } = props;
  const [mode, setMode] = useState<FolderChoice['kind']>(choice?.kind ?? 'new');
  const dossierId = customer.kind === 'existing' ? customer.dossier.id : null;
  const [text, setText] = useState('');
  const open = useOpenFolders(subject, dossierId, text);
  const all = useOpenFolders(subject, dossierId, '').data?.total ?? 0;
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
        total={open.data?.total ?? 0}
        all={all}
        text={text}
        onText={setText}
        failure={open.error}
        chosen={choice?.kind === 'existing' ? choice.folder : null}
        kept={props.kept}
        onChoose={(folder) => props.onChoose({ kind: 'existing', folder })}
        onBack={props.onBack}
        onNext={(folder) => props.onNext({ kind: 'existing', folder })}
      />
    );
  }
  return <FolderForm {...props} switcher={switcher} open={all} />;
}

/** The customer's open folders of this brand and type, the newest first. */
function useOpenFolders(subject: WizardSubject, dossierId: number | null, text: string) {
  return useQuery({
    ...folderSearch({
      page: 0,
      size: SHOWN,
      sort: 'id,desc',
      criteria: {
        dossierId: { equals: dossierId ?? 0 },
        brand: { equals: subject.brand },
        type: { equals: subject.folderType },
        status: { equals: 'OPEN' },
        ...(text === '' ? {} : { genericFilter: { contains: text } }),
      },
    }),
    enabled: dossierId !== null,
  });
}

function OpenFolders(props: {
  switcher: ReactNode;
  rows: FolderRow[] | undefined;
  /** How many match what is looked for, and how many there are. */
  total: number;
  all: number;
  text: string;
  onText: (text: string) => void;
  failure: Error | null;
  chosen: FolderRow | null;
  kept: string | undefined;
  onChoose: (folder: FolderRow) => void;
  onBack: () => void;
  onNext: (folder: FolderRow) => void;
}) {
  const { t } = useTranslation();
  const { chosen } = props;
  return (
    <form
      className={classes.stepForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) props.onNext(chosen);
      }}
    >
      <Card flush title={t('wizard.folder.title')} aside={props.switcher}>
        {props.all > SHOWN ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search looks; it does not go on without a choice
          <div className={classes.search} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchBox
              label={t('wizard.folder.search')}
              placeholder={t('wizard.folder.searchPlaceholder')}
              value={props.text}
              shortest={3}
              onSearch={props.onText}
            />
          </div>
        ) : null}
        {props.failure ? (
          <div className={classes.padded}>
            <FailureNote failure={props.failure} />
          </div>
        ) : props.rows === undefined ? (
          <SkeletonRows rows={3} height={52} label={t('loading')} />
        ) : props.rows.length === 0 ? (
          <Empty
            icon={<IconFolderOpen size={30} stroke={1.6} />}
            title={t(props.text === '' ? 'wizard.folder.none' : 'wizard.folder.notFound')}
          />
        ) : (
          <fieldset className={classes.choices}>
            <legend className={props.total > SHOWN ? classes.found : 'sr-only'}>
              {props.total > SHOWN
                ? t('wizard.folder.more', { shown: SHOWN, total: formatCount(props.total) })
                : t('wizard.folder.existing')}
            </legend>
            {props.rows.map((row) => (
              <label key={row.id} className={classes.choice} data-chosen={row.id === chosen?.id || undefined}>
                <input
                  type="radio"
                  name="folder"
                  className={classes.radio}
                  checked={row.id === chosen?.id}
                  onChange={() => props.onChoose(row)}
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
      </Card>
      <FootBar
        step="folder"
        hint={props.kept}
        missing={chosen ? null : t('wizard.folder.choose')}
        onBack={props.onBack}
      />
    </form>
  );
}

function FolderForm(props: StepProps & { switcher: ReactNode; open: number }) {
  const { t } = useTranslation();
  const { subject } = props;
  const number = t(`label.businessId.${subject.folderType}`);
  const plain = useWording();
  const wording: Wording = (field, message, code) =>
    plain(field, message, code, field === 'businessId' ? number : undefined);
  const rules = subject.folderTypeRules;
  const fields = rules.fields.flatMap((field) => {
    const key = folderFieldKey(field.name);
    return key ? [{ key: key as keyof NewFolder, required: isRequired(field) }] : [];
  });
  // Four fields sit better in two rows of two than in three and one.
  const short = fields.filter((field) => field.key !== 'notes').length;
  const asksDate = fields.some((field) => field.key === 'processDate');
  const form = useForm<NewFolder>({
    initialValues: props.typed ?? {
      ...EMPTY_FOLDER,
      processDate: asksDate ? formatDate(toIsoDate(new Date())) : '',
    },
    initialErrors: props.errors,
    validateInputOnBlur: true,
    onValuesChange: props.onTyped,
    validate: (values) => folderErrors(values, subject, rules, spoken(), wording),
  });
  const doubts = useDoubts();
  const go = (values: NewFolder) => props.onNext({ kind: 'new', values });
  return (
    <form
      className={classes.stepForm}
      noValidate
      onSubmit={form.onSubmit(
        (values) => doubts.pass(folderDoubts(values, spoken()), () => go(values)),
        focusFirstError,
      )}
    >
      <Card title={t('wizard.folder.title')} aside={props.switcher ?? <RequiredHint />}>
        <div className={classes.row}>
          <p className={classes.aside}>
            {props.open > 0 ? t('wizard.folder.open', { count: props.open }) : t('wizard.folder.aboutText')}
          </p>
          {props.switcher && fields.some((field) => field.required) ? <RequiredHint /> : null}
        </div>
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
      {doubts.asking ? (
        <DoubtsNote
          doubts={folderDoubts(form.values, spoken())}
          onConfirm={() => form.onSubmit(go, focusFirstError)()}
        />
      ) : null}
      <FootBar step="folder" hint={props.kept} onBack={props.onBack} />
    </form>
  );
}
