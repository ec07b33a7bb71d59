/** The button of a note or a row. */
import { Button } from '@mantine/core';

export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' });
