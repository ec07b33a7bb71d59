/** Form controls whose styles the frame does not need; imported by pages with forms. */
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';

export { Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
