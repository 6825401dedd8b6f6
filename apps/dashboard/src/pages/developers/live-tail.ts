/** How many of the newest rows came after what is shown; those that "load more" brought at the end do not count. */
export function waitingCount(newest: readonly string[], shown: readonly string[]): number {
  const known = new Set(shown);
  const first = newest.findIndex((id) => known.has(id));
  return first === -1 ? newest.length : first;
}
