/** "Che documento è?": shows a dropped PDF with the customer and vehicle data from its text, and opens the wizard with them. */
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import { typeDefaults } from '#domain/documents/document.ts';
import type { ConfiguredDocumentType, ConfiguredFolderType } from '#domain/folders/folder-types.ts';
import { fiscalCodeReading } from '../../api/queries/comuni.ts';
import { useStartObstacle } from '../../api/queries/start-obstacle.ts';
import { folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { paths } from '../../paths.ts';
import { formatSize } from '../../text/numbers.ts';
import { completePhone } from '../../text/phone-number.ts';
import { Facts, Note } from '../../ui/card.tsx';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import { Select } from '../../ui/inputs/control-styles.ts';
import { birthOf } from '../customers/fiscal-proposal.tsx';
import { ObstacleNote } from '../documents/fields/obstacle-note.tsx';
import { CustomerInPdf, type Picked } from './customer-in-pdf.tsx';
import { leavePdfStart } from './handover.ts';
import { brandIn, dealerIn, documentTypeIn } from './kind-in-text.ts';
import { fileTrouble, type PdfFacts, usePdfFacts } from './pdf-facts.ts';
import classes from './start-dialog.module.css';
import { documentTypesOf, offeredBrands, offeredFolderTypes } from './start-options.ts';

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
      <InfoDialog title={t('pdfStart.title')} width={480} onClose={props.onClose}>
        <Note tone="bad" title={t(`pdfStart.${trouble ?? 'notPdf'}`)}>
          {trouble === 'notPdf' ? t('pdfStart.notPdfText') : null}
        </Note>
      </InfoDialog>
    );
  }
  return <StartForm file={file} onClose={props.onClose} />;
}

type Kind = ReturnType<typeof useKind>;

/** The document type: as chosen, otherwise as recognized in the text, otherwise the only one available. */
function useKind(facts: PdfFacts) {
  const { account, ownDealers } = useSession();
  const configuration = useQuery(folderTypesQuery);
  const [chosen, choose] = useState<Choice>({ brand: null, folderType: null, documentType: null });
  const all = configuration.data ?? [];
  const brands = offeredBrands(account, all, ownDealers);
  const recognized = {
    brand: brandIn(facts.text, facts.vin),
    documentType: documentTypeIn(facts.text) ?? documentTypeIn(facts.name),
    by: documentTypeIn(facts.text) === null ? ('proposedByName' as const) : ('proposed' as const),
  };
  const brand = chosen.brand ?? brands.find((candidate) => candidate === recognized.brand) ?? only(brands);
  const folderTypes = brand ? offeredFolderTypes(account, all, ownDealers, brand) : [];
  const hasRecognizedType = (type: ConfiguredFolderType) =>
    documentTypesOf(type, ownDealers).some(({ slug }) => slug === recognized.documentType);
  const folderType =
    folderTypes.find(({ slug }) => slug === chosen.folderType) ??
    (chosen.folderType === null ? folderTypes.find(hasRecognizedType) : undefined) ??
    only(folderTypes);
  const documentTypes = folderType ? documentTypesOf(folderType, ownDealers) : [];
  const documentType =
    documentTypes.find(({ slug }) => slug === (chosen.documentType ?? recognized.documentType)) ?? only(documentTypes);
  const none = configuration.isSuccess && brands.length === 0;
  return {
    configuration,
    none,
    chosen,
    choose,
    fromText: recognized,
    brand,
    folderType,
    documentType,
    /** The available choices. */
    offered: { brands, folderTypes, documentTypes },
  };
}

function StartForm(props: { file: File; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ownDealers } = useSession();
  const { file, onClose } = props;
  const facts = usePdfFacts(file);
  const kind = useKind(facts);
  const { configuration } = kind;
  const [picked, setPicked] = useState<Picked | null>(null);
  const [touched, setTouched] = useState(false);
  const reading = useQuery(fiscalCodeReading(picked?.person?.fiscalCode ?? ''));
  const go = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    const { brand, folderType, documentType } = kind;
    if (!brand || !folderType || !documentType) return;
    const path = paths.wizard(brand, folderType.slug, documentType.slug);
    leavePdfStart(path, {
      file,
      dossier: picked?.dossier ?? null,
      person: picked?.person ? { ...picked.person, ...(reading.data ? birthOf(reading.data) : {}) } : null,
      hst: dealerIn(facts.text, ownDealers)?.hst2011 ?? null,
      plate: facts.plate,
      vin: facts.vin,
      businessId: facts.number,
    });
    onClose();
    void navigate({ to: path });
  };
  return (
    <Dialog
      opened
      title={t('pdfStart.title')}
      width={620}
      onClose={onClose}
      foot={
        <>
          <CancelButton onClick={onClose} />
          <Button type="submit" form="pdf-start" disabled={kind.none}>
            {t('pdfStart.next')}
          </Button>
        </>
      }
    >
      <form id="pdf-start" className={classes.stack} noValidate onSubmit={go}>
        <p className={classes.file}>
          <IconFileText size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.name}>{file.name}</span>
          <span className="caption">{formatSize(file.size)}</span>
        </p>
        <QueryFailure query={configuration} />
        {kind.none ? (
          <Note tone="waiting" title={t('pdfStart.notAllowed')}>
            {t('pdfStart.notAllowedText')}
          </Note>
        ) : null}
        <RequiredHint />
        <KindFields kind={kind} touched={touched} />
        <VehicleInPdf facts={facts} />
        {facts.found ? <CustomerInPdf found={facts.found} picked={picked} onPick={setPicked} /> : null}
        <Obstacles kind={kind} picked={picked} hst={dealerIn(facts.text, ownDealers)?.hst2011 ?? null} />
      </form>
    </Dialog>
  );
}

/** The known obstacles to starting the signature. */
function Obstacles(props: { kind: Kind; picked: Picked | null; hst: string | null }) {
  const { folderType, documentType } = props.kind;
  return folderType && documentType ? <OfType {...props} folderType={folderType} documentType={documentType} /> : null;
}

function OfType(props: {
  picked: Picked | null;
  hst: string | null;
  folderType: ConfiguredFolderType;
  documentType: ConfiguredDocumentType;
}) {
  const { picked, hst, folderType, documentType } = props;
  const { signable, sigType } = typeDefaults(documentType);
  const phone = picked?.person?.mobilePhone;
  const customer =
    picked?.dossier ?? (phone === undefined ? null : { hst: hst ?? '', mobilePhone: completePhone(phone) });
  const folder = { type: folderType.slug, status: 'OPEN' };
  const obstacle = useStartObstacle({ customer, folder, type: documentType.slug, signable, sigType });
  return obstacle ? <ObstacleNote obstacle={obstacle} /> : null;
}

/** Brand, folder type and document type: each is enabled when the previous one is known. */
function KindFields(props: { kind: Kind; touched: boolean }) {
  const { t } = useTranslation();
  const { chosen, choose, fromText, brand, folderType, documentType, offered } = props.kind;
  const byText = documentType !== null && documentType.slug === fromText.documentType && chosen.documentType === null;
  const fields = [
    {
      ...{ name: 'brand' as const, open: true, value: brand },
      data: offered.brands.map((value) => ({ value, label: t(`label.brand.${value}`) })),
      proposed: brand !== null && brand === fromText.brand && chosen.brand === null,
      choice: (value: string | null) => ({ brand: value as Brand, folderType: null, documentType: null }),
    },
    {
      ...{ name: 'folderType' as const, open: brand !== null, value: folderType?.slug ?? null },
      data: offered.folderTypes.map(({ slug }) => ({ value: slug, label: t(`label.folderType.${slug}`) })),
      proposed: byText && chosen.folderType === null,
      choice: (value: string | null) => ({ brand, folderType: value, documentType: null }),
    },
    {
      ...{ name: 'documentType' as const, open: folderType !== null, value: documentType?.slug ?? null },
      data: offered.documentTypes.map(({ slug }) => ({ value: slug, label: documentTypeLabel(t, slug) })),
      proposed: byText,
      choice: (value: string | null) => ({ brand, folderType: folderType?.slug ?? null, documentType: value }),
    },
  ];
  return (
    <div className={classes.three}>
      {fields.map(({ name, open, value, data, proposed, choice }) => {
        const label = t(`pdfStart.${name}`);
        return (
          <Select
            key={name}
            required
            allowDeselect={false}
            placeholder={t('form.choose')}
            label={label}
            disabled={!open}
            data={data}
            value={value}
            description={proposed ? t(`pdfStart.${name === 'brand' ? 'proposed' : fromText.by}`) : undefined}
            error={props.touched && open && value === null ? t('pdfStart.required', { field: label }) : undefined}
            onChange={(next) => choose(choice(next))}
          />
        );
      })}
    </div>
  );
}

/** The vehicle data in the text, or a note that there are none. */
function VehicleInPdf(props: { facts: PdfFacts }) {
  const { t } = useTranslation();
  const { facts } = props;
  const vehicleFacts = (['plate', 'vin', 'number'] as const).flatMap((name) =>
    facts[name] ? [{ label: t(`pdfStart.${name}`), value: <span className="code">{facts[name]}</span> }] : [],
  );
  return (
    <div role="status" className={classes.stack}>
      {facts.reading ? <p className="quiet">{t('pdfStart.reading')}</p> : null}
      {facts.failed ? (
        <Note tone="info" title={t('pdfStart.unread')}>
          {t('pdfStart.unreadText')}
        </Note>
      ) : null}
      {facts.found && !facts.any ? <p className="quiet">{t('pdfStart.foundNothing')}</p> : null}
      {vehicleFacts.length > 0 ? (
        <div>
          <h3 className={classes.group}>{t('pdfStart.found')}</h3>
          <Facts facts={vehicleFacts} />
          <p className="quiet">{t('pdfStart.foundVehicle')}</p>
        </div>
      ) : null}
    </div>
  );
}
