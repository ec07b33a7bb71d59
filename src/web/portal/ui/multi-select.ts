/** A field with several values as pills; its styles come with the pages that have one. */
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';

export { MultiSelect } from '@mantine/core';
