/** Longer names are not compared: the cost is the product of the lengths. */
const lengthMax = 40;

/**
 * The known name closest to a misspelt one, ignoring case, hyphens and underscores: at most one edit in three letters
 * and three in all; undefined when none is close.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  if (written.length > lengthMax) return undefined;
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(written, plain(candidate));
    const isNear = distance <= Math.min(3, Math.floor(Math.max(written.length, candidate.length) / 3));
    if (isNear && (nearest === undefined || distance < nearest.distance)) nearest = { name: candidate, distance };
  }
  return nearest?.name;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** Optimal string alignment distance: a swap of two neighbours counts as one edit. */
function editDistance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
