/**
 * Shiki leaves the rest of a line without colours when the line took half a second, as the first line of a language does
 * on a busy machine: the same sources would then make another site.
 */
const withoutTimeLimit = {
  name: 'without-time-limit',
  preprocess: (_code, options) => {
    options.tokenizeTimeLimit = 0;
  },
};

/** How code looks, as Expressive Code takes it. */
export const codeBlocks = {
  themes: ['github-dark-default', 'github-light-default'],
  styleOverrides: { borderRadius: '0.5rem' },
  // A command is a command without the picture of a window around it.
  defaultProps: { overridesByLang: { sh: { frame: 'none' } } },
  shiki: { transformers: [withoutTimeLimit] },
};
