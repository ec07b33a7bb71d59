/** One of several, which has to be one; searched when they are many. */
import type { SelectProps } from '@mantine/core';
import { Select } from './styles.ts';

export const RequiredSelect = (props: SelectProps) => (
  <Select required allowDeselect={false} searchable={(props.data?.length ?? 0) > 8} {...props} />
);
