/** A PDF chosen for a new document: its pages with the proposed signature fields and their signers, and a button to move them. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewPlaces } from '#contract/calls/documents.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { extraFields, type FolderType } from '#domain/folders/folder-types.ts';
import { sha256Of } from '../../../shared/sha256.ts';
import { ask } from '../../api/client.ts';
import { localKey } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { PdfViewer } from '../../connected/pdf/pdf-viewer.tsx';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import type { DocumentForm } from '../documents/fields/document-form.ts';
import { fieldsBody, toBase64 } from '../documents/fields/document-values.ts';
import type { DocumentTypeRules } from '../papers/form/paper.ts';
import { ChoiceNotes, waitingForLines } from './field-notes.tsx';
import classes from './file-before-upload.module.css';
import { draftsWith, type MovedPlaces } from './moved-places.ts';
import { outlineOf } from './outline-of.ts';
import { isOpen, placesWith, type SeenPlaces, unsettledPoints } from './place-drafts.ts';

const AheadDialog = lazyPart(async () => (await import('./before-upload-dialog.tsx')).BeforeUploadDialog);

export interface FileBeforeUploadProps {
  file: File;
  fields: DocumentForm;
  rules: DocumentTypeRules;
  place: { hst: string; brand: Brand; folderType: FolderType };
  /** The customer's name, if known. */
  signer: string;
  /** `notes`: where there is no room for the pages. */
  show: 'pages' | 'notes';
}

type Point = SeenPlaces['points'][number];

/** The field values that determine the dealer's signers. */
function staffValues({ form }: DocumentForm, rules: DocumentTypeRules) {
  const { variableFields } = fieldsBody(form.values, rules);
  const roles = extraFields(rules).filter(({ type }) => type.startsWith('ROLE_'));
  return Object.fromEntries(roles.map(({ name }) => [name, variableFields[name] ?? null]));
}

/** The server's proposal; none for a file that it cannot read, or for which the request is not possible yet. */
function useProposal({ file, fields, rules, place }: FileBeforeUploadProps) {
  const { values, errors } = fields.form;
  const staff = staffValues(fields, rules);
  const { name, size, lastModified } = file;
  const asks = values.signable && !errors.file && place.hst !== '';
  const proposal = useQuery({
    queryKey: localKey('places-ahead', name, size, lastModified, place, rules.slug, staff),
    queryFn: async ({ signal }) => {
      const sha256 = await sha256Of(new Uint8Array(await file.arrayBuffer()));
      const { hst, brand, folderType } = place;
      const body = { hst, brand, folderType, type: rules.slug, variableFields: staff, content: await toBase64(file) };
      return { sha256, ...(await ask(previewPlaces, { body, signal })) };
    },
    enabled: asks,
    retry: false,
    // Each request uploads the whole file.
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { isLooking: asks && proposal.isPending, found: asks ? proposal.data : undefined };
}

/** The resulting signature fields: moved ones are where the seller placed them. */
function resultingPlaces(proposed: SeenPlaces, moved: MovedPlaces | null, signer: string): SeenPlaces {
  const drafts = draftsWith(proposed, moved);
  const places = placesWith(proposed, drafts);
  const points = places.points.map((point): Point => {
    const named = point.role === 'customer' ? { ...point, signer: point.signer ?? (signer || null) } : point;
    const draft = drafts.get(point.point) ?? null;
    const isMoved =
      moved !== null && JSON.stringify(draft) !== JSON.stringify(point.page && { page: point.page, box: point.box });
    const { problem } = point;
    if (!isMoved) return moved && problem ? { ...named, problem: { ...problem, settled: true } } : named;
    const put = draft
      ? { origin: 'placed' as const, page: draft.page, box: [...draft.box] as Point['box'] }
      : { origin: 'page' as const, page: null, box: null };
    return { ...named, ...put, words: null, offers: [], problem: problem && { ...problem, settled: true } };
  });
  return { ...places, points };
}

export function FileBeforeUploadContent(props: FileBeforeUploadProps) {
  const { t } = useTranslation();
  const { file, fields, place } = props;
  const { may } = useSession();
  const { isLooking, found } = useProposal(props);
  const [moving, setMoving] = useState(false);
  const stored = fields.form.values.moved ?? null;
  const moved = stored?.sha256 === found?.sha256 ? stored : null;
  const proposed = found?.places ?? null;
  const seen = proposed && resultingPlaces(proposed, moved, props.signer);
  const canMove = proposed !== null && isOpen(proposed) && may('document.edit', place).ok;
  const onMove = canMove ? () => setMoving(true) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only intercepts a key of the fields inside
    <div className={classes.ahead} data-show={props.show} onKeyDown={preventEnter}>
      {isLooking ? <Note tone="info">{t('signaturePlaces.ahead.looking')}</Note> : null}
      {seen ? <PlaceNotes places={seen} onMove={onMove} /> : null}
      {props.show === 'pages' ? (
        <PdfViewer
          file={file}
          fileName={file.name}
          due={seen?.points.flatMap((point) => outlineOf({ ...point, signer: signerLabel(t, point) }))}
        />
      ) : null}
      {moving && found && proposed ? (
        <AheadDialog
          file={file}
          sha256={found.sha256}
          type={props.rules.slug}
          places={resultingPlaces(proposed, null, props.signer)}
          moved={moved}
          onMoved={(next) => fields.form.setFieldValue('moved', next)}
          onClose={() => setMoving(false)}
        />
      ) : null}
    </div>
  );
}

/** Enter in the page field, the search or the page area must not submit the surrounding form. */
function preventEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

const signerLabel = (t: TFunction, { signer, role }: Point): string => signer ?? t(`label.signerRole.${role}`);

/** Up to this many signature fields are listed individually. */
const MAX_LISTED = 4;

function PlaceNotes({ places, onMove }: { places: SeenPlaces; onMove: (() => void) | undefined }) {
  const { t } = useTranslation();
  const asks = unsettledPoints(places).length + waitingForLines(places).length > 0;
  const unlisted = places.points.length - MAX_LISTED;
  return (
    <>
      <ChoiceNotes places={places} onChoose={onMove} />
      <Note
        tone="info"
        title={`${t('signaturePlaces.ahead.title')}.`}
        action={onMove && !asks ? <SmallButton onClick={onMove}>{t('signaturePlaces.move')}</SmallButton> : undefined}
      >
        {places.points
          .slice(0, MAX_LISTED)
          .map((one) =>
            t(`signaturePlaces.ahead.${one.origin}`, { signer: signerLabel(t, one), page: one.page, words: one.words }),
          )
          .join(' ')}{' '}
        {unlisted > 0 ? t('signaturePlaces.ahead.more', { count: unlisted }) : null}
      </Note>
    </>
  );
}
