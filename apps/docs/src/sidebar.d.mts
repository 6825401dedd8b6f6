/** The groups as Starlight takes them. */
export const sidebar: readonly object[];
/** The pages of the navigation, in its order. */
export const navigation: readonly string[];
