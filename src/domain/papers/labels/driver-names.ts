/** Names of the fields of drivers and borrowers, apart from their labels: pages that print none do without those (D-111). */
import type { DriverField } from './driver-labels.ts';

export const MAX_DRIVERS = 5;

/** `DRIVER_NAME` for the first, `DRIVER_2_NAME` for the second. */
export const driverFieldName = (driver: number, field: DriverField): string =>
  driver === 1 ? `DRIVER_${field}` : `DRIVER_${driver}_${field}`;
