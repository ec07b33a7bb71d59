/** The name of an activation, and its status. */
import { IconCircleCheck, IconClockX, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ActivationRow } from '../../api/queries/entitlements.ts';
import { Chip, type Tone } from '../../connected/chip.tsx';

const APPEARANCE = {
  ACTIVATED: ['good', IconCircleCheck],
  DRAFT: ['neutral', IconPencil],
  EXPIRED: ['bad', IconClockX],
  DELETED: ['neutral', IconTrash],
} as const satisfies Record<ActivationRow['status'], readonly [Tone, unknown]>;

export function ActivationStatusChip(props: { status: ActivationRow['status'] }) {
  const { t } = useTranslation();
  return <Chip look={APPEARANCE[props.status]}>{t(`licenses.activation.status.${props.status}`)}</Chip>;
}

/** By its label, else by its code. */
export const activationName = (row: Pick<ActivationRow, 'deviceLabel' | 'activationCode'>): string =>
  row.deviceLabel ?? row.activationCode;
