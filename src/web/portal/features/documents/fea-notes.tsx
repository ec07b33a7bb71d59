/** Notes about the FEA: what blocks the document, that the customer has adhered, what a signed module unblocks. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isStarting } from '#domain/documents/document-states.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { adherenceQuery, documentQuery, folderSignatureTypesQuery, originsOfModule } from '../../api/queries.ts';
import { documentTypeLabel } from '../../connected/labels.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { Note } from '../../ui/card.tsx';

const MODULE = 'FEA_MODULE';

export const isModule = (document: DocumentRow): boolean => document.type === MODULE;

/** Names the module that must be signed first, and shows whether its signature is already under way. */
export function BlockedByModule(props: { moduleId: number }) {
  const { t } = useTranslation();
  const { moduleId } = props;
  const module = useQuery(documentQuery(moduleId));
  const signing = module.data !== undefined && (isStarting(module.data.status) || module.data.status === 'COMPLETING');
  return (
    <Note
      tone="waiting"
      title={t(signing ? 'document.note.feaSigning' : 'document.note.feaBlocked', { id: moduleId })}
      action={<Link to={paths.document(moduleId)}>{t('document.note.feaOpen')}</Link>}
    />
  );
}

/** On a module: a link back to the document for which it was made. */
export function ModuleNote(props: { module: DocumentRow; dossierId: number }) {
  const { t } = useTranslation();
  const { module, dossierId } = props;
  const origins = useQuery(originsOfModule(module));
  const signed = module.status === 'SIGNED';
  const adherence = useQuery({ ...adherenceQuery(dossierId), enabled: signed });
  const moduleAdherence = adherence.data?.history.find(({ moduleId }) => moduleId === module.id);
  const [origin] = origins.data?.rows.filter((row) => row.status === 'READY_TO_SIGN') ?? [];
  const back = origin ? (
    <Link to={paths.document(origin.id)}>
      {t('document.note.feaOrigin', { type: documentTypeLabel(t, origin.type), id: origin.id })}
    </Link>
  ) : undefined;
  if (!signed) {
    return origin ? (
      <Note tone="info" action={back}>
        {t('document.note.feaFrees')}
      </Note>
    ) : null;
  }
  // Loaded again when the module was signed.
  if (moduleAdherence === undefined || moduleAdherence.state === 'REQUESTED') return null;
  if (moduleAdherence.state !== 'ACTIVE') return <Note tone="waiting" title={t('document.note.feaEnded')} />;
  return (
    <Note tone="good" title={t('document.note.feaActive')} action={back}>
      {origin ? t('document.note.feaStart') : null}
    </Note>
  );
}

/** Where the customer has already adhered, staff need not look for a module. */
export function AdherenceNote(props: { document: DocumentRow; dossierId: number }) {
  const { t } = useTranslation();
  const { document, dossierId } = props;
  const types = useQuery(folderSignatureTypesQuery(document.folderId));
  const needed = document.signable && (document.sigType === 'FEA' || (types.data?.includes('FEA') ?? false));
  const adherence = useQuery({ ...adherenceQuery(dossierId), enabled: needed });
  const current = adherence.data?.current;
  if (!needed || document.feaBlocked || current?.state !== 'ACTIVE') return null;
  const { moduleId } = current;
  return (
    <Note
      tone="good"
      title={t('document.note.feaAdhered', { date: formatDate(current.since) })}
      action={
        moduleId === null ? undefined : (
          <Link to={paths.document(moduleId)}>{t('document.note.feaModuleOf', { id: moduleId })}</Link>
        )
      }
    >
      {t('document.note.feaNoModule')}
    </Note>
  );
}
