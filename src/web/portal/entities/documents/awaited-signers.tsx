/** Shows the signers whose turn it is, from document rows. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/answer-types.ts';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import classes from './awaited-signers.module.css';

type AwaitedSigners = DocumentRow['awaits'];

const roleOf = (t: TFunction, { role }: AwaitedSigners[number]): string => t(`label.signerRole.${role}`).toLowerCase();

/** "Giuseppe Bianchi", "Anna Verdi (responsabile vendite)", "2 clienti"; empty when no signer is awaited. */
export function awaitedNames(t: TFunction, awaits: AwaitedSigners): string {
  const customers = awaits.filter(({ role }) => role === 'customer');
  if (customers.length > 1) return t('label.customers', { count: customers.length });
  return awaits.map((one) => (one.role === 'customer' ? one.name : `${one.name} (${roleOf(t, one)})`)).join(', ');
}

/** "Deve firmare: Giuseppe Bianchi", for a separate line; null when no signer is awaited. */
export function awaitedLine(t: TFunction, awaits: AwaitedSigners): string | null {
  if (awaits.length === 0) return null;
  return t('label.mustSign', { count: awaits.length, names: awaitedNames(t, awaits) });
}

/** @param props.each one signer per line, with the role and, where there are several, their progress */
export function Awaits(props: { awaits: AwaitedSigners; each?: boolean }) {
  const { t } = useTranslation();
  const { awaits, each } = props;
  const line = awaitedLine(t, awaits);
  if (line === null) return each ? t('missing') : null;
  if (!each) {
    // The chip above shows the meaning visually; screen readers get it as text.
    return (
      <span className={classes.names} title={awaits.length > 1 ? awaits.map(({ name }) => name).join(', ') : undefined}>
        <span aria-hidden="true">{awaitedNames(t, awaits)}</span>
        <span className="sr-only">{line}</span>
      </span>
    );
  }
  return (
    <span className={classes.each}>
      {awaits.map((signer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: signers never change order
        <span key={index} className="column">
          <span>{signer.name}</span>
          <span className={classes.caption}>
            {[roleOf(t, signer), awaits.length > 1 ? t(`label.awaited.${signer.progress}`) : null]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ))}
    </span>
  );
}

/** The status, and below it the awaited signers. */
export function DocumentStatus(props: { document: Pick<DocumentRow, 'status' | 'feaBlocked' | 'awaits'> }) {
  return (
    <span className={classes.standing}>
      <DocumentStatusChip document={props.document} />
      <Awaits awaits={props.document.awaits} />
    </span>
  );
}
