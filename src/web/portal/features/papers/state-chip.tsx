/** The state of a version as a chip, and the button to start one. */
import { Button } from '@mantine/core';
import { IconArchive, IconHourglass, IconPencil, IconPlus, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VersionState } from '#domain/papers/versions/versions.ts';
import type { Version } from '../../api/queries/papers.ts';
import { Chip } from '../../connected/chip.tsx';

const APPEARANCE = {
  DRAFT: ['neutral', IconPencil],
  SUBMITTED: ['waiting', IconHourglass],
  PUBLISHED: ['good', IconRosetteDiscountCheck],
  SUPERSEDED: ['neutral', IconArchive],
} as const satisfies Record<VersionState, readonly unknown[]>;

/** The state of the open version, otherwise of the published one. */
export function CurrentStateChip(props: { open: Version | null; holds: Version | null }) {
  if (props.open) return <StateChip state={props.open.state} />;
  return props.holds ? <StateChip state="PUBLISHED" /> : null;
}

export function BeginButton(props: { begin: { isPending: boolean; mutate: () => void }; children: string }) {
  const { begin, children } = props;
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} loading={begin.isPending} onClick={() => begin.mutate()}>
      {children}
    </Button>
  );
}

export function StateChip(props: { state: VersionState }) {
  const { t } = useTranslation();
  return <Chip look={APPEARANCE[props.state]}>{t(`papers.state.${props.state}`)}</Chip>;
}
