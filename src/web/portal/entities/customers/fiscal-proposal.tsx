/** Birth date and place derived from the codice fiscale: filled in when both are missing, otherwise proposed; never overwrites input. */
import { Button } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeLabel } from '#domain/codes/code-warnings.ts';
import { type FiscalCodeReading, fiscalCodeReading } from '../../api/queries/comuni.ts';
import { formatDate } from '../../text/dates.ts';
import classes from './customer-fields.module.css';
import { type CustomerValues, personalCode } from './customer-values.ts';

const FILLED: readonly string[] = ['birthDate', 'birthPlace'];
type Birth = Pick<CustomerValues, 'birthDate' | 'birthPlace'>;

/** Birth values in the form's format. */
export const birthOf = ({ birthDate, place }: FiscalCodeReading): Birth => ({
  birthDate: formatDate(birthDate),
  birthPlace: place === null ? '' : placeLabel(place),
});

const birthText = ({ birthDate, birthPlace }: Birth): string => [birthDate, birthPlace].filter(Boolean).join(', ');

export function FiscalProposal(props: { values: CustomerValues; onFill: (birth: Partial<Birth>) => void }) {
  const { t } = useTranslation();
  const { values, onFill } = props;
  const code = personalCode(values);
  const reading = useQuery(fiscalCodeReading(code));
  /** The initial code fills in nothing, and no code fills in twice. */
  const seenCodes = useRef(new Set([code]));
  const [filled, setFilled] = useState<Birth | null>(null);
  const read = reading.data ? birthOf(reading.data) : null;

  const fillIn = useEffectEvent((birth: Birth) => {
    if (seenCodes.current.has(code)) return;
    seenCodes.current.add(code);
    if (values.birthDate.trim() !== '' || values.birthPlace.trim() !== '') return;
    setFilled(birth);
    onFill(birth);
  });
  useEffect(() => {
    if (reading.data) fillIn(birthOf(reading.data));
  }, [reading.data]);

  // If one of the two fields has the focus, select its content, so that typing replaces it.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (filled && focused instanceof HTMLInputElement && FILLED.includes(focused.dataset.path ?? '')) focused.select();
  }, [filled]);

  const untouched = filled?.birthDate === values.birthDate && filled.birthPlace === values.birthPlace;
  const missing: Partial<Birth> = {
    ...(read && values.birthDate.trim() === '' ? { birthDate: read.birthDate } : {}),
    ...(read && read.birthPlace !== '' && values.birthPlace.trim() === '' ? { birthPlace: read.birthPlace } : {}),
  };
  const offered = birthText({ birthDate: '', birthPlace: '', ...missing });
  return (
    <div role="status" className={classes.proposal}>
      {read && untouched ? (
        <ProposalLine text={t('customerFields.filled', { what: birthText(filled) })}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('customerFields.clearLabel')}
            onClick={() => {
              setFilled(null);
              onFill({ birthDate: '', birthPlace: '' });
            }}
          >
            {t('customerFields.clear')}
          </Button>
        </ProposalLine>
      ) : offered ? (
        <ProposalLine text={t('customerFields.proposed', { what: offered })}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('customerFields.useLabel', { what: offered })}
            onClick={() => onFill(missing)}
          >
            {t('customerFields.use')}
          </Button>
        </ProposalLine>
      ) : null}
    </div>
  );
}

function ProposalLine(props: { text: string; children: ReactNode }) {
  return (
    <p className={classes.proposed}>
      <IconId size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {props.text} {props.children}
      </span>
    </p>
  );
}
