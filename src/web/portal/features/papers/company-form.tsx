/** Form for a draft of the company data of a legal entity or the national company, next to a sample of a paper that prints it. */
import '../../../shared/no-eval.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type CompanyField, companyWarnings } from '#domain/papers/versions/version-schemas.ts';
import type { Version } from '../../api/queries/papers.ts';
import layout from '../../connected/form/form.module.css';
import { paths } from '../../paths.ts';
import { uiLanguage } from '../../text/language.ts';
import { Card } from '../../ui/card.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { type CompanyValues, companyBody, companyGroups, companyIssues, companyValues } from './company-values.ts';
import { paperOf } from './current-versions.ts';
import classes from './papers.module.css';
import { NoteField, VersionForm } from './version-form.tsx';

export function CompanyForm(props: { version: Version; onRemove: () => void }) {
  const { t } = useTranslation();
  const { version } = props;
  const paper = paperOf(version.legalEntity);
  const nameOf = (field: string) => t(field === 'note' ? 'papers.note' : `papers.field.${field as CompanyField}`);
  return (
    <VersionForm<CompanyValues>
      version={version}
      draft={`company-${version.id}`}
      valuesOf={(row) => companyValues(row.company, row.note)}
      issues={companyIssues}
      bodyOf={companyBody}
      fieldOf={(field) => field.replace(/^company\./, '')}
      describe={nameOf}
      fieldName={nameOf}
      type={paper}
      sampleOf={(values) =>
        companyIssues(values).length > 0
          ? null
          : { type: paper, language: 'it', legalEntity: version.legalEntity, company: companyBody(values).company }
      }
      onRemove={props.onRemove}
    >
      {(form) => (
        <>
          {companyGroups(version.legalEntity).map(({ group, fields }) => (
            <Card key={group} title={t(`papers.group.${group}`)}>
              <div className={layout.grid}>
                {fields.map((field) => (
                  <TextInput
                    key={field}
                    label={t(`papers.field.${field}`)}
                    spellCheck={false}
                    description={hintOf(t, field, form.values, version.legalEntity)}
                    {...form.getInputProps(field)}
                  />
                ))}
              </div>
            </Card>
          ))}
          <Card title={t('papers.about')}>
            <NoteField input={form.getInputProps('note')} />
          </Card>
        </>
      )}
    </VersionForm>
  );
}

function hintOf(t: TFunction, field: CompanyField, values: CompanyValues, legalEntity: string | null) {
  if (field === 'publicPage') {
    const address = `${window.location.origin}${paths.feaPage(legalEntity ?? '')}`;
    return t('papers.page.addressHint', { address });
  }
  if (field !== 'vatNumber' || companyIssues(values).some((issue) => issue.field.endsWith('vatNumber')))
    return undefined;
  const [doubt] = companyWarnings({ vatNumber: plainVat(companyBody(values).company.vatNumber) }, uiLanguage());
  return doubt && <span className={classes.doubt}>{doubt.message}</span>;
}

/** Without spaces and country prefix, as it is stored. */
const plainVat = (text: string | null): string | null => text?.replace(/[\s.]/g, '').replace(/^IT/i, '') ?? null;
