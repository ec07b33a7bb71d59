/** Describes the changes of a folder or document type: "Obbligatorio: sì → no". */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ChangedPart } from '#domain/folders/configuration-changes.ts';
import type { ConfiguredField, SignatureAnchor, SignerRole } from '#domain/folders/folder-types.ts';
import { legalEntitiesQuery } from '../../../api/queries/statistics.ts';
import { fieldLabel, readable } from '../../../connected/labels.ts';
import { uiLanguage } from '../../../text/language.ts';
import classes from './types.module.css';

export function ChangedParts({ parts }: { parts: readonly ChangedPart[] }) {
  const { t } = useTranslation();
  const hasLegalEntities = parts.some(({ part }) => part === 'legalEntities');
  const entities = useQuery({ ...legalEntitiesQuery, enabled: hasLegalEntities }).data;
  const nameOf = (code: string) => entities?.find(({ legalEntity }) => legalEntity === code)?.name ?? code;
  return (
    <ul className={classes.parts}>
      {parts
        .flatMap((part) => wordsOf(t, part, nameOf))
        .map((words) => (
          <li key={words}>{words}</li>
        ))}
    </ul>
  );
}

type NameOf = (legalEntity: string) => string;

const listed = (words: readonly string[]) => new Intl.ListFormat(uiLanguage()).format(words);
const yesNo = (t: TFunction, is: boolean) => t(is ? 'folderTypes.yes' : 'folderTypes.no');
const changeText = (what: string, before: string, after: string) => `${what}: ${before}\u00a0→ ${after}`;

function wordsOf(t: TFunction, change: ChangedPart, nameOf: NameOf): string[] {
  const { part } = change;
  if (part === 'field') return fieldWords(t, change.before, change.after);
  if (part === 'anchors') return anchorWords(t, change.before, change.after);
  if (part === 'fieldOrder') return [t('folderTypes.part.fieldOrder')];
  const valueText = (value: typeof change.before): string => {
    if (typeof value === 'boolean') return yesNo(t, value);
    if (typeof value === 'number') return String(value);
    if (part === 'legalEntities') return value.length === 0 ? t('folderTypes.all') : listed(value.map(nameOf));
    return value.length === 0 ? t('folderTypes.none') : listed(value.map((role) => roleWord(t, role as SignerRole)));
  };
  return [changeText(t(`folderTypes.part.${part}`), valueText(change.before), valueText(change.after))];
}

const roleWord = (t: TFunction, role: SignerRole) => t(`label.signerRole.${role}`);

/** SIG_TYPE → sigType, as the fields that documents and folders have of their own are called. */
const ownName = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const KINDS = ['string', 'checkbox', 'date', 'file'] as const;

/** The label, and the name as in the file. */
function fieldName(t: TFunction, name: string): string {
  const word = fieldLabel(t, name) ?? fieldLabel(t, ownName(name)) ?? readable(name);
  return word === name ? word : `${word} (${name})`;
}

function kindOf(t: TFunction, { type }: ConfiguredField): string {
  const kind = KINDS.find((candidate) => candidate === type);
  if (kind) return t(`folderTypes.fieldKind.${kind}`);
  if (type === 'ROLE_OPERATOR_DEALER') return roleWord(t, 'operatorDealer');
  return type === 'ROLE_SALE_MANAGER' ? roleWord(t, 'salesManager') : type;
}

function standardOf(t: TFunction, { type, default: standard }: ConfiguredField): string {
  if (standard === null || standard === '') return t('folderTypes.none');
  return type === 'checkbox' ? yesNo(t, standard === 'true') : `“${standard}”`;
}

function fieldWords(t: TFunction, before: ConfiguredField | null, after: ConfiguredField | null): string[] {
  const field = after ?? before;
  if (field === null) return [];
  const name = fieldName(t, field.name);
  if (after === null) return [t('folderTypes.fieldRemoved', { name })];
  const isNeeded = after.required === 'true';
  if (before === null) {
    const need = t(isNeeded ? 'folderTypes.needed' : 'folderTypes.optional');
    const standard = after.default ? [t('folderTypes.startsWith', { standard: standardOf(t, after) })] : [];
    return [t('folderTypes.fieldAdded', { name, what: [kindOf(t, after), need, ...standard].join(', ') })];
  }
  const of = (what: 'fieldType' | 'fieldRequired' | 'fieldDefault') => t(`folderTypes.part.${what}`, { name });
  const wasNeeded = before.required === 'true';
  return [
    ...(before.type === after.type ? [] : [changeText(of('fieldType'), kindOf(t, before), kindOf(t, after))]),
    ...(wasNeeded === isNeeded ? [] : [changeText(of('fieldRequired'), yesNo(t, wasNeeded), yesNo(t, isNeeded))]),
    ...(before.default === after.default
      ? []
      : [changeText(of('fieldDefault'), standardOf(t, before), standardOf(t, after))]),
  ];
}

function anchorWords(t: TFunction, before: readonly SignatureAnchor[], after: readonly SignatureAnchor[]): string[] {
  const anchorText = ({ text, role, right, up, width, height, label }: SignatureAnchor) =>
    t('folderTypes.anchor', {
      ...{ text, right, up, width, height, role: roleWord(t, role) },
      label: label ? t('folderTypes.anchorLabel', { label }) : '',
    });
  const [old, now] = [before.map(anchorText), after.map(anchorText)];
  const added = now.filter((words) => !old.includes(words));
  const removed = old.filter((words) => !now.includes(words));
  if (added.length + removed.length === 0) return [t('folderTypes.part.anchors')];
  return [
    ...added.map((place) => t('folderTypes.anchorAdded', { place })),
    ...removed.map((place) => t('folderTypes.anchorRemoved', { place })),
  ];
}
