import type { Option } from './search-options';

const recentMost = 6;

/**
 * What was opened from the search, the newest first. It is of one person and environment and ends with the tab: titles
 * may be names of customers, which no browser should keep.
 */
export function recentOptions(place: string): readonly Option[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(place)) ?? '[]') as Option[];
  } catch {
    return [];
  }
}

export function keepRecent(place: string, { id, title, hint, path, search }: Option): void {
  const opened: Option = {
    id: id.startsWith('recent-') ? id : `recent-${id}`,
    group: 'recent',
    title,
    ...(hint === undefined ? {} : { hint }),
    path,
    ...(search === undefined ? {} : { search }),
  };
  const others = recentOptions(place).filter((one) => one.id !== opened.id);
  sessionStorage.setItem(storageKey(place), JSON.stringify([opened, ...others].slice(0, recentMost)));
}

const storageKey = (place: string): string => `pitanga-recent/${place}`;
