/** Photos from a phone: shows a code to scan, and puts arriving photos into the next free fields. */
import { Button, Loader } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endPhotoLink, getPhotoLink, openPhotoLink } from '#contract/calls/photo-links.ts';
import { ask } from '../../../../api/client.ts';
import { queryOf } from '../../../../api/query-options.ts';
import { FailureNote } from '../../../../connected/failure-note.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import type { DocumentForm } from '../../../documents/fields/document-form.ts';
import classes from './phone-photos.module.css';

/** The live stream does not report photos. */
const POLL_MS = 2_000;

interface Link {
  id: number;
  url: string;
}

/** @param names of the photo fields, in order. */
export function PhonePhotos({ fields, names }: { fields: DocumentForm; names: readonly string[] }) {
  const { t } = useTranslation();
  const { form } = fields;
  const free = names.filter((name) => !form.values.fields[name]);
  const open = useMutation({ mutationFn: () => ask(openPhotoLink, { body: { most: free.length } }) });
  const [link, setLink] = useState<Link | null>(null);
  const arrived = useArrivedPhotos(fields, names, link);
  const close = () => {
    if (link !== null) void endLink(link.id);
    setLink(null);
  };
  useEndOnUnmount(link);
  if (link === null) {
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} stroke={1.8} />}
          loading={open.isPending}
          disabled={free.length === 0}
          onClick={() => open.mutate(undefined, { onSuccess: setLink })}
        >
          {t('paperForm.phone.open')}
        </Button>
        {open.isError ? <FailureNote failure={open.error} undone={t('paperForm.phone.notOpened')} /> : null}
      </>
    );
  }
  return (
    <section className={classes.panel} aria-label={t('paperForm.phone.title')}>
      <div className={classes.code} data-over={arrived.over || undefined}>
        <QrCode text={link.url} label={t('paperForm.phone.code')} />
      </div>
      <div className={classes.side}>
        <p className={classes.title}>{t(arrived.over ? 'paperForm.phone.over' : 'paperForm.phone.scan')}</p>
        <p className={classes.text}>{t(arrived.over ? 'paperForm.phone.overText' : 'paperForm.phone.scanText')}</p>
        <p role="status" className={classes.state}>
          {arrived.over || arrived.count > 0 ? null : <Loader size={14} />}
          {arrived.count > 0
            ? t('paperForm.phone.arrived', { count: arrived.count })
            : arrived.over
              ? ''
              : t('paperForm.phone.waiting')}
        </p>
        <div className="cluster">
          {arrived.over && free.length > 0 ? (
            <Button
              size="compact-sm"
              loading={open.isPending}
              onClick={() => open.mutate(undefined, { onSuccess: setLink })}
            >
              {t('paperForm.phone.again')}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={close}>
            {t('actions.close')}
          </Button>
        </div>
      </div>
    </section>
  );
}

const endLink = (id: number): Promise<unknown> => ask(endPhotoLink, { path: { id } }).catch(() => undefined);

/** Once the form is closed, its phone can send nothing more. */
function useEndOnUnmount(link: Link | null): void {
  const last = useRef(link);
  last.current = link;
  useEffect(
    () => () => {
      if (last.current !== null) void endLink(last.current.id);
    },
    [],
  );
}

/** Puts each arriving photo into the next free field, once: a removed photo does not come back. */
function useArrivedPhotos({ form }: DocumentForm, names: readonly string[], link: Link | null) {
  const placed = useRef(new Set<string>());
  const state = useQuery({
    ...queryOf(getPhotoLink, { path: { id: link?.id ?? 0 } }),
    enabled: link !== null,
    refetchInterval: ({ state: { data } }) => (data?.open === false ? false : POLL_MS),
    gcTime: 0,
  });
  const photos = link === null ? [] : (state.data?.photos ?? []);
  const values = form.values.fields;
  const photoIds = photos.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another photo arrives
  useEffect(() => {
    const free = names.filter((name) => !values[name]);
    const usedPhotos = new Set(names.map((name) => values[name]));
    for (const photo of photos) {
      if (placed.current.has(photo) || usedPhotos.has(photo)) continue;
      const name = free.shift();
      if (name === undefined) return;
      placed.current.add(photo);
      form.setFieldValue(`fields.${name}`, photo);
      form.clearFieldError(`fields.${name}`);
    }
  }, [photoIds]);
  return { count: photos.length, over: state.data?.open === false || state.isError };
}
