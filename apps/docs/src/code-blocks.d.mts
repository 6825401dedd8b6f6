/** How code looks, as Expressive Code takes it. */
export const codeBlocks: object;
