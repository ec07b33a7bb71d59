/** The folder of the document: a new one with the fields of its type, or one already open for this customer. */
import { IconFolderOpen } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { FolderTypeIcon } from '../../connected/folder-type.tsx';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { folderTitle } from '../../connected/labels.ts';
import { SearchBox } from '../../connected/list/search-box.tsx';
import { FolderInputs } from '../../entities/folders/folder-inputs.tsx';
import { type FolderField, folderFields } from '../../entities/folders/folder-values.ts';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/inputs/control-styles.ts';
import { ChoiceRow } from './choice-row.tsx';
import { FOLDERS_SHOWN, type FolderChoosing, openFolders } from './folder-choice.ts';
import classes from './wizard.module.css';
import type { CustomerChoice, FolderChoice } from './wizard-draft.ts';
import type { WizardSubject } from './wizard-rules.ts';

export function FolderCard(props: {
  subject: WizardSubject;
  customer: CustomerChoice;
  folder: FolderChoosing;
  /** Fields of a new folder that were filled from the file. */
  fromFile: readonly FolderField[];
}) {
  const { t } = useTranslation();
  const { subject, customer, folder } = props;
  const { account } = useSession();
  const { kind } = folder;
  const dossierId = customer.kind === 'existing' ? customer.dossier.id : null;
  const [text, setText] = useState('');
  const folders = useQuery({
    ...openFolders(account, subject, dossierId ?? 0, text),
    enabled: dossierId !== null,
  });
  const existing = kind === 'existing' && dossierId !== null;
  const switcher =
    dossierId === null ? (
      <RequiredHint />
    ) : (
      <SegmentedControl
        size="xs"
        aria-label={t('wizard.folder.mode')}
        value={kind}
        onChange={(value) => folder.show(value as FolderChoice['kind'])}
        data={[
          { value: 'new', label: t('wizard.folder.new') },
          { value: 'existing', label: t('wizard.folder.existing') },
        ]}
      />
    );
  return (
    <Card flush={existing} title={t('wizard.folder.title')} aside={switcher}>
      {folder.isAsked ? (
        <SkeletonRows rows={1} height={52} />
      ) : existing ? (
        <OpenFolders found={folders} text={text} onText={setText} folder={folder} />
      ) : (
        <FolderFields {...props} explained={dossierId !== null} />
      )}
    </Card>
  );
}

function OpenFolders(props: {
  found: UseQueryResult<{ rows: FolderRow[]; total: number }>;
  text: string;
  onText: (text: string) => void;
  folder: FolderChoosing;
}) {
  const { t } = useTranslation();
  const { chosen, choose } = props.folder;
  const { data, error } = props.found;
  const { rows, total = 0 } = data ?? {};
  return (
    <>
      {props.folder.open > FOLDERS_SHOWN ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search field searches instead of submitting without a choice
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
      {error ? (
        <div className="padded">
          <FailureNote failure={error} />
        </div>
      ) : rows === undefined ? (
        <SkeletonRows rows={3} height={52} />
      ) : rows.length === 0 ? (
        <Empty icon={IconFolderOpen} title={t(props.text === '' ? 'wizard.folder.none' : 'wizard.folder.notFound')} />
      ) : (
        <fieldset className={classes.choices}>
          <legend className={total > FOLDERS_SHOWN ? classes.found : 'sr-only'}>
            {total > FOLDERS_SHOWN
              ? t('wizard.folder.more', { shown: FOLDERS_SHOWN, total: formatCount(total) })
              : t('wizard.folder.existing')}
          </legend>
          {rows.map((row) => (
            <ChoiceRow key={row.id} group="folder" chosen={row.id === chosen?.id} onChoose={() => choose(row)}>
              <span className={classes.choiceMain}>
                <span className={classes.choiceName}>
                  <FolderTypeIcon type={row.type} /> {folderTitle(t, row)}
                </span>
                <span className="caption">{[row.plate, row.vin].filter(Boolean).join(' · ') || '–'}</span>
              </span>
              <span className={classes.choiceMore}>
                <span className="num">{formatDate(row.processDate ?? row.createdDate)}</span>
                <span className="caption">{t('label.documents', { count: row.numberOfDocuments })}</span>
              </span>
            </ChoiceRow>
          ))}
        </fieldset>
      )}
    </>
  );
}

function FolderFields(props: {
  subject: WizardSubject;
  folder: FolderChoosing;
  fromFile: readonly FolderField[];
  explained: boolean;
}) {
  const { t } = useTranslation();
  const { subject, fromFile } = props;
  const { form, open } = props.folder;
  const { folderType: type } = subject;
  const labelOf = (name: FolderField) =>
    name === 'businessId' ? t(`label.businessId.${type}`) : t(`label.field.${name}`);
  const fields = folderFields(subject.folderTypeRules, null);
  // Lay out four fields in two rows of two rather than three and one.
  const short = fields.filter((field) => field.key !== 'notes').length;
  return (
    <>
      <div className={classes.row}>
        <p className="quiet">{open > 0 ? t('wizard.folder.open', { count: open }) : t('wizard.folder.aboutText')}</p>
        {props.explained && fields.some((field) => field.required) ? <RequiredHint /> : null}
      </div>
      {fields.length === 0 ? <p className="quiet">{t('wizard.folder.nothing')}</p> : null}
      <div className={short === 2 || short === 4 ? classes.grid : classes.grid3}>
        <FolderInputs type={type} fields={fields} input={(key) => form.getInputProps(key)} rows={2} />
      </div>
      {/* Present before its text, so that screen readers announce it. */}
      <p role="status" className={`quiet ${classes.told}`}>
        {fromFile.length > 0 ? t('wizard.folder.fromFile', { fields: fromFile.map(labelOf).join(', ') }) : null}
      </p>
    </>
  );
}
