/** Mantine's theme: real colour tuples per brand, and a colour resolver that reads our tokens. */
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import fields from './inputs/fields.module.css';

const bmw: MantineColorsTuple = [
  '#eff4fb',
  '#dde7f6',
  '#a8cbfb',
  '#89b8f9',
  '#6ba6f7',
  '#4384d9',
  '#2f71cf',
  '#1a5fc2',
  '#1652a7',
  '#103d7c',
];
const danger: MantineColorsTuple = [
  '#fde7e5',
  '#fbd2ce',
  '#ffb0a9',
  '#ff9b93',
  '#ff7a70',
  '#d9483f',
  '#c4372f',
  '#b3261e',
  '#971f18',
  '#7a1812',
];

/**
 * Mantine's own contrast logic considers only the light shade; ours takes text and fill from the same token, so that
 * every pair keeps AA contrast in both themes and for every accent.
 */
const colours: VariantColorsResolver = (input) => {
  const dangerous = input.color === 'danger';
  const clear = { border: '1px solid transparent', hoverColor: undefined };
  if (input.variant === 'filled') {
    return dangerous
      ? { ...clear, background: 'var(--c-danger)', hover: 'var(--c-danger-hover)', color: 'var(--c-danger-on)' }
      : { ...clear, background: 'var(--a-fill)', hover: 'var(--a-hover)', color: 'var(--a-on)' };
  }
  if (input.variant === 'light') {
    return { ...clear, background: 'var(--a-soft)', hover: 'var(--a-line)', color: 'var(--a-text)' };
  }
  if (input.variant === 'default') {
    return {
      background: 'var(--c-raised)',
      hover: 'var(--c-hover)',
      color: dangerous ? 'var(--c-error)' : 'var(--c-tx)',
      border: '1px solid var(--c-line-2)',
    };
  }
  if (input.variant === 'subtle') {
    return {
      ...clear,
      background: 'transparent',
      hover: 'var(--c-hover)',
      color: dangerous ? 'var(--c-error)' : input.color === 'accent' ? 'var(--a-text)' : 'var(--c-tx)',
    };
  }
  return defaultVariantColorsResolver(input);
};

const look = (name: string): string => fields[name] ?? '';
const choices = { classNames: { dropdown: look('choices'), option: look('choice') } };

export const theme = createTheme({
  colors: { bmw, danger },
  primaryColor: 'bmw',
  primaryShade: { light: 7, dark: 4 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  variantColorResolver: colours,
  fontFamily: 'var(--font)',
  breakpoints: { xs: '26em', sm: '34em', md: '48em', lg: '62em', xl: '75em' },
  // Listed by name without importing them: each page loads only the components it shows.
  components: {
    Button: { defaultProps: { size: 'sm' }, classNames: { root: look('button') } },
    Input: { defaultProps: { size: 'sm' }, classNames: { input: look('input') } },
    InputWrapper: {
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      classNames: { label: look('label'), error: 'field-error', description: look('description') },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--a-on)' }, classNames: { input: look('check') } },
    Combobox: choices,
    Select: { ...choices, defaultProps: { openOnFocus: false } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    MultiSelect: choices,
    Autocomplete: choices,
    Pill: { classNames: { root: look('pill') } },
    SegmentedControl: {
      classNames: { root: look('segments'), indicator: look('segment'), label: look('segmentLabel') },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        radius: 'lg',
        shadow: 'md',
        transitionProps: { duration: 120 },
      },
      classNames: { dropdown: look('menu'), item: look('menuItem'), label: look('menuLabel') },
    },
    Tooltip: {
      defaultProps: {
        events: { hover: true, focus: true, touch: true },
        multiline: true,
        maw: 280,
        withArrow: true,
      },
      classNames: { tooltip: look('tooltip') },
    },
  },
});
