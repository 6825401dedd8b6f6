import { foldText } from '@pitanga/core';

/** So many stores are shown without a search. */
export const searchFrom = 9;

/** The stores whose name has every word that was typed, in any order, whatever their accents and capitals. */
export function findStores<Store extends { readonly name: string }>(
  stores: readonly Store[],
  text: string,
): readonly Store[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return stores.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
}
