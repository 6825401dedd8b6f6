import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The red of the fruit; the seventh is the one of the payment page. */
const brand: MantineColorsTuple = [
  '#fdf0f2',
  '#f8dde1',
  '#efb6be',
  '#e68d9a',
  '#de6a7b',
  '#d15067',
  '#c0263b',
  '#a91f32',
  '#96192b',
  '#821023',
];

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 7 },
  colors: { brand },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        // Inside a dialog a header would count as the page's banner.
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});

/** Texts that Mantine leaves below the contrast of WCAG AA. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6068',
    '--mantine-color-placeholder': '#6b7078',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#a91f32',
  },
  dark: {
    '--mantine-color-dimmed': '#a9adb5',
    '--mantine-color-placeholder': '#9a9fa8',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-anchor': '#ff8c9b',
  },
});
