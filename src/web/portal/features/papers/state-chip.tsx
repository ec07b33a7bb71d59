/** The state of a version as a chip. */
import { IconArchive, IconHourglass, IconPencil, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VersionState } from '#domain/papers/versions.ts';
import { Chip } from '../../ui/chip.tsx';

const LOOK = {
  DRAFT: ['neutral', IconPencil],
  SUBMITTED: ['waiting', IconHourglass],
  PUBLISHED: ['good', IconRosetteDiscountCheck],
  SUPERSEDED: ['neutral', IconArchive],
} as const satisfies Record<VersionState, readonly unknown[]>;

export function StateChip(props: { state: VersionState }) {
  const { t } = useTranslation();
  return <Chip look={LOOK[props.state]}>{t(`papers.state.${props.state}`)}</Chip>;
}
