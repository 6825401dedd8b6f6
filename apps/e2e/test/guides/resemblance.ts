/**
 * Where an answer differs from what a guide shows of it: undefined when it has at least the fields of `shown`, with
 * equal values. `…` in a shown string stands for anything, a shown array for the beginning of a longer one.
 */
export function differenceOf(shown: unknown, answered: unknown, path = ''): string | undefined {
  if (typeof shown === 'string' && shown.includes('…')) {
    return typeof answered === 'string' && fits(shown, answered) ? undefined : told(path, shown, answered);
  }
  if (typeof shown !== 'object' || shown === null) {
    return shown === answered ? undefined : told(path, shown, answered);
  }
  if (typeof answered !== 'object' || answered === null || Array.isArray(shown) !== Array.isArray(answered)) {
    return told(path, shown, answered);
  }
  for (const [key, value] of Object.entries(shown)) {
    const difference = differenceOf(value, (answered as Record<string, unknown>)[key], `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** By pieces instead of a pattern, because a shown text is full of what patterns take for signs. */
function fits(shown: string, answered: string): boolean {
  const [first = '', ...others] = shown.split('…');
  const last = others.pop() ?? '';
  if (!answered.startsWith(first) || !answered.endsWith(last)) return false;
  let from = first.length;
  for (const piece of others) {
    const found = answered.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return from <= answered.length - last.length;
}

function told(path: string, shown: unknown, answered: unknown): string {
  return `${path === '' ? '/' : path} is ${JSON.stringify(answered)}, and the page shows ${JSON.stringify(shown)}`;
}
