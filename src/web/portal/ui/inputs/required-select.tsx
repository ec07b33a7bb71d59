/** A required select; searchable when it has many options. */
import type { SelectProps } from '@mantine/core';
import { Select } from './control-styles.ts';

export const RequiredSelect = (props: SelectProps) => (
  <Select required allowDeselect={false} searchable={(props.data?.length ?? 0) > 8} {...props} />
);
