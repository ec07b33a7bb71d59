/** "Che documento è?": a PDF, what its text says about customer and vehicle, and the way into the wizard with it (P-19). */
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import type { ConfiguredFolderType } from '#domain/folders/folder-types.ts';
import { fiscalCodeReading } from '../../api/places.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { formatSize } from '../../text/numbers.ts';
import { Facts, Note } from '../card.tsx';
import { Dialog } from '../dialog.tsx';
import { FailureNote } from '../failure-note.tsx';
import { birthOf } from '../fiscal-proposal.tsx';
import { RequiredHint } from '../form/wording.tsx';
import { Select } from '../forms.ts';
import { documentTypeLabel } from '../labels.ts';
import { CustomerInPdf, type Whose } from './customer-in-pdf.tsx';
import { fileTrouble, usePdfFacts } from './facts.ts';
import { leavePdfStart } from './handover.ts';
import { brandIn, dealerIn, documentTypeIn } from './kind-in-text.ts';
import { documentTypesOf, offeredBrands, offeredFolderTypes } from './offer.ts';
import classes from './start-dialog.module.css';

interface Choice {
  brand: Brand | null;
  folderType: string | null;
  documentType: string | null;
}

const only = <T,>(list: readonly T[]): T | null => (list.length === 1 ? (list[0] ?? null) : null);

export function StartDialog(props: { files: readonly File[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [file] = props.files;
  const trouble = fileTrouble(props.files);
  if (trouble || !file) {
    return (
      <Dialog
        opened
        title={t('pdfStart.title')}
        width={480}
        onClose={props.onClose}
        foot={
          <Button variant="default" onClick={props.onClose}>
            {t('actions.close')}
          </Button>
        }
      >
        <Note tone="bad" title={t(`pdfStart.${trouble ?? 'notPdf'}`)}>
          {trouble === 'notPdf' ? t('pdfStart.notPdfText') : null}
        </Note>
      </Dialog>
    );
  }
  return <Begin file={file} onClose={props.onClose} />;
}

function Begin(props: { file: File; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, ownDealers } = useSession();
  const { file } = props;
  const configuration = useQuery(folderTypesQuery);
  const facts = usePdfFacts(file);
  const [chosen, setChosen] = useState<Choice>({ brand: null, folderType: null, documentType: null });
  const [whose, setWhose] = useState<Whose | null>(null);
  const [touched, setTouched] = useState(false);

  const all = configuration.data ?? [];
  const brands = offeredBrands(account, all, ownDealers);
  const told = { brand: brandIn(facts.text, facts.vin), documentType: documentTypeIn(facts.text) };
  // What is chosen stands; the text proposes until then.
  const brand = chosen.brand ?? brands.find((one) => one === told.brand) ?? only(brands);
  const folderTypes = brand ? offeredFolderTypes(account, all, ownDealers, brand) : [];
  const withTold = (type: ConfiguredFolderType) =>
    documentTypesOf(type, ownDealers).some(({ slug }) => slug === told.documentType);
  const folderType =
    folderTypes.find(({ slug }) => slug === chosen.folderType) ??
    (chosen.folderType === null ? folderTypes.find(withTold) : undefined) ??
    only(folderTypes);
  const documentTypes = folderType ? documentTypesOf(folderType, ownDealers) : [];
  const documentType =
    documentTypes.find(({ slug }) => slug === (chosen.documentType ?? told.documentType)) ?? only(documentTypes);
  const proposed = (value: unknown, picked: unknown, byText: unknown) =>
    value && !picked && value === byText ? t('pdfStart.proposed') : undefined;
  const reading = useQuery(fiscalCodeReading(whose?.person?.fiscalCode ?? ''));

  const go = () => {
    setTouched(true);
    if (!brand || !folderType || !documentType) return;
    const path = paths.wizard(brand, folderType.slug, documentType.slug);
    leavePdfStart(path, {
      file,
      dossier: whose?.dossier ?? null,
      person: whose?.person ? { ...whose.person, ...(reading.data ? birthOf(reading.data) : {}) } : null,
      hst: dealerIn(facts.text, ownDealers)?.hst2011 ?? null,
      plate: facts.plate,
      vin: facts.vin,
      businessId: facts.number,
    });
    props.onClose();
    void navigate({ to: path });
  };
  const missing = (label: string, value: unknown) =>
    touched && !value ? t('pdfStart.required', { field: label }) : undefined;
  const pick = {
    required: true,
    withAsterisk: true,
    openOnFocus: false,
    allowDeselect: false,
    placeholder: t('pdfStart.choose'),
  } as const;
  return (
    <Dialog
      opened
      title={t('pdfStart.title')}
      width={620}
      onClose={props.onClose}
      foot={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form="pdf-start" disabled={configuration.isSuccess && brands.length === 0}>
            {t('pdfStart.next')}
          </Button>
        </>
      }
    >
      <form
        id="pdf-start"
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <p className={classes.file}>
          <IconFileText size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.name}>{file.name}</span>
          <span className={classes.size}>{formatSize(file.size)}</span>
        </p>
        {configuration.isError ? (
          <FailureNote failure={configuration.error} onRetry={() => void configuration.refetch()} />
        ) : null}
        {configuration.isSuccess && brands.length === 0 ? (
          <Note tone="waiting" title={t('pdfStart.notAllowed')}>
            {t('pdfStart.notAllowedText')}
          </Note>
        ) : null}
        <RequiredHint />
        <div className={classes.three}>
          <Select
            {...pick}
            label={t('pdfStart.brand')}
            data={brands.map((value) => ({ value, label: t(`label.brand.${value}`) }))}
            value={brand}
            description={proposed(brand, chosen.brand, told.brand)}
            error={missing(t('pdfStart.brand'), brand)}
            onChange={(value) => setChosen({ brand: value as Brand, folderType: null, documentType: null })}
          />
          <Select
            {...pick}
            label={t('pdfStart.folderType')}
            disabled={!brand}
            data={folderTypes.map(({ slug }) => ({ value: slug, label: t(`label.folderType.${slug}`) }))}
            value={folderType?.slug ?? null}
            description={proposed(documentType?.slug, chosen.folderType ?? chosen.documentType, told.documentType)}
            error={brand ? missing(t('pdfStart.folderType'), folderType) : undefined}
            onChange={(value) => setChosen({ brand, folderType: value, documentType: null })}
          />
          <Select
            {...pick}
            label={t('pdfStart.documentType')}
            disabled={!folderType}
            data={documentTypes.map(({ slug }) => ({ value: slug, label: documentTypeLabel(t, slug) }))}
            value={documentType?.slug ?? null}
            description={proposed(documentType?.slug, chosen.documentType, told.documentType)}
            error={folderType ? missing(t('pdfStart.documentType'), documentType) : undefined}
            onChange={(value) => setChosen({ brand, folderType: folderType?.slug ?? null, documentType: value })}
          />
        </div>
        <div role="status" className={classes.stack}>
          {facts.reading ? <p className={classes.quiet}>{t('pdfStart.reading')}</p> : null}
          {facts.failed ? (
            <Note tone="info" title={t('pdfStart.unread')}>
              {t('pdfStart.unreadText')}
            </Note>
          ) : null}
          {facts.found && !facts.any ? <p className={classes.quiet}>{t('pdfStart.foundNothing')}</p> : null}
          {facts.plate || facts.vin || facts.number ? (
            <div>
              <h3 className={classes.group}>{t('pdfStart.found')}</h3>
              <Facts
                facts={[
                  ...(facts.plate
                    ? [{ label: t('pdfStart.plate'), value: <span className="code">{facts.plate}</span> }]
                    : []),
                  ...(facts.vin
                    ? [{ label: t('pdfStart.vin'), value: <span className="code">{facts.vin}</span> }]
                    : []),
                  ...(facts.number
                    ? [{ label: t('pdfStart.number'), value: <span className="code">{facts.number}</span> }]
                    : []),
                ]}
              />
              <p className={classes.quiet}>{t('pdfStart.foundVehicle')}</p>
            </div>
          ) : null}
        </div>
        {facts.found ? <CustomerInPdf found={facts.found} whose={whose} onWhose={setWhose} /> : null}
      </form>
    </Dialog>
  );
}
