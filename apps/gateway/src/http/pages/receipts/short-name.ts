/**
 * `Ana S. L.` of `Ana Souza de Lima`; the name of a company, whose masked tax id is a CNPJ, in full. Undefined without a
 * name.
 */
export function shortName({
  name,
  maskedTaxId,
}: {
  readonly name?: string | undefined;
  readonly maskedTaxId?: string | undefined;
}): string | undefined {
  const [first, ...others] = (name ?? '').split(/\s+/).filter((part) => part !== '');
  if (first === undefined) return undefined;
  if (maskedTaxId?.includes('/')) return name;
  const initials = others
    .filter((part) => !particles.has(part.toLowerCase()))
    .slice(0, initialsMax)
    .map((part) => `${String(Array.from(part)[0]).toUpperCase()}.`);
  return [first, ...initials].join(' ');
}

const particles: ReadonlySet<string> = new Set(['da', 'das', 'de', 'do', 'dos', 'e']);
const initialsMax = 4;
