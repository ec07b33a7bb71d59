/** Form for a draft of clauses: label, note, heading and text of each, placeholders inserted at the cursor, and a preview of the paper. */
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperDraft, Version } from '../../api/queries/papers.ts';
import type { EntityForm } from '../../connected/form/entity-form.ts';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { Card } from '../../ui/card.tsx';
import { Textarea, TextInput } from '../../ui/inputs/control-styles.ts';
import {
  type ClauseValues,
  clauseIssues,
  clausesBody,
  clausesOf,
  clauseValues,
  fieldOfServer,
} from './clause-values.ts';
import classes from './papers.module.css';
import type { Sample } from './sample-preview.tsx';
import { placeholderName, withNamedPlaceholders, withPlaceholderCodes } from './translated-names.ts';
import { NoteField, VersionForm } from './version-form.tsx';

export function ClausesForm(props: { draft: PaperDraft; version: Version; onRemove: () => void }) {
  const { t } = useTranslation();
  const { draft, version } = props;
  const coded = (values: ClauseValues) => inTexts(values, (text) => withPlaceholderCodes(t, text, draft.placeholders));
  return (
    <VersionForm<ClauseValues>
      version={version}
      draft={`paper-${version.id}`}
      valuesOf={(row) =>
        inTexts(clauseValues(row, clausesOf(draft, row.clauses)), (text) => withNamedPlaceholders(t, text))
      }
      issues={(values) => clauseIssues(coded(values), draft)}
      bodyOf={(values) => clausesBody(coded(values), draft)}
      fieldOf={(field) => fieldOfServer(field, draft)}
      labelOf={(field) => (field === 'version' ? t('papers.label') : t(labelKey(field)))}
      describe={(field) => nameOf(t, field, draft)}
      fieldName={(field) => nameOf(t, field, draft)}
      type={draft.type}
      sampleOf={(values) => sampleOf(coded(values), draft, version)}
      onRemove={props.onRemove}
    >
      {(form) => (
        <>
          <Card title={t('papers.about')}>
            <div className={classes.stack}>
              <RequiredHint />
              <TextInput
                label={t('papers.label')}
                description={t('papers.labelText')}
                withAsterisk
                {...form.getInputProps('version')}
              />
              <NoteField input={form.getInputProps('note')} />
            </div>
          </Card>
          <Clauses form={form} draft={draft} />
        </>
      )}
    </VersionForm>
  );
}

function Clauses({ form, draft }: { form: EntityForm<ClauseValues>; draft: PaperDraft }) {
  const { t } = useTranslation();
  const insert = useInsertion((field, text) => form.setFieldValue(field, text));
  return (
    <Card title={t('papers.clauses')}>
      <div className={classes.stack}>
        <Placeholders names={draft.placeholders} onInsert={insert.put} />
        {draft.clauses.map(({ id }, index) => (
          <fieldset key={id} className={classes.clause}>
            <legend>{t('papers.clause', { number: index + 1 })}</legend>
            <TextInput label={t('papers.heading')} withAsterisk {...form.getInputProps(`heading_${id}`)} />
            <Textarea
              label={t('papers.text')}
              withAsterisk
              rows={rowsFor(form.values[`text_${id}`] ?? '')}
              {...form.getInputProps(`text_${id}`)}
              onFocus={(event) => insert.at(`text_${id}`, event.currentTarget)}
            />
          </fieldset>
        ))}
      </div>
    </Card>
  );
}

function sampleOf(written: ClauseValues, draft: PaperDraft, { legalEntity }: Version): Sample | null {
  const printable = clauseIssues(written, draft).every(({ field }) => field === 'version' || field === 'note');
  if (!printable) return null;
  const { type, language } = draft;
  const { version, clauses } = clausesBody(written, draft);
  return { type, language, legalEntity, ...(version === '' ? {} : { version: version.slice(0, 40) }), clauses };
}

/** A clause's field is named by the clause's number. */
function nameOf(t: TFunction, field: string, draft: PaperDraft): string {
  if (field === 'version') return t('papers.label');
  if (field === 'note') return t('papers.note');
  return t('papers.clause', { number: draft.clauses.findIndex(({ id }) => field.endsWith(`_${id}`)) + 1 });
}

/** Placeholders are allowed only in texts. */
const inTexts = (values: ClauseValues, change: (text: string) => string): ClauseValues =>
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, field.startsWith('text_') ? change(text) : text]),
  );

const labelKey = (field: string) =>
  field.startsWith('heading_') ? ('papers.heading' as const) : ('papers.text' as const);

/** About as many rows as the text needs, to avoid scrolling inside the field; exact in browsers with content-based field sizing. */
const rowsFor = (text: string): number =>
  Math.min(
    14,
    Math.max(
      3,
      text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 70), 0),
    ),
  );

/** Remembers the last focused text field, and inserts a placeholder at its cursor. */
function useInsertion(change: (field: string, text: string) => void) {
  const last = useRef<{ field: string; box: HTMLTextAreaElement } | null>(null);
  return {
    at: (field: string, box: HTMLTextAreaElement) => {
      last.current = { field, box };
    },
    put: (name: string) => {
      const lastField = last.current;
      if (lastField === null || !lastField.box.isConnected) return false;
      const { field, box } = lastField;
      const [from, to] = [box.selectionStart, box.selectionEnd];
      const mark = `{${name}}`;
      change(field, box.value.slice(0, from) + mark + box.value.slice(to));
      box.focus();
      requestAnimationFrame(() => box.setSelectionRange(from + mark.length, from + mark.length));
      return true;
    },
  };
}

function Placeholders(props: { names: readonly string[]; onInsert: (name: string) => boolean }) {
  const { t } = useTranslation();
  const [nowhere, setNowhere] = useState(false);
  return (
    <div className={classes.placeholders}>
      <span className={classes.caption}>{t('papers.placeholders')}</span>
      {props.names.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.placeholder}
          onClick={() => setNowhere(!props.onInsert(placeholderName(t, name)))}
        >
          {placeholderName(t, name)}
        </button>
      ))}
      <span role="status" className={classes.caption}>
        {nowhere ? t('papers.nowhere') : ''}
      </span>
    </div>
  );
}
