import type { StarlightExpressiveCodeOptions } from '@astrojs/starlight/expressive-code';

/** How code looks, as Expressive Code takes it. */
export const codeBlocks: StarlightExpressiveCodeOptions;
