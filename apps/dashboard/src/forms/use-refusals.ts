import { useState } from 'react';
import { useExplanation } from '../problems/use-explanation';

/**
 * What the API refused of a dialog's fields, where they are kept as plain values: at its field until that changes.
 * @param values by their names in the API
 */
export function useRefusals<Values extends Readonly<Record<string, unknown>>>(problem: Error | null, values: Values) {
  const explanation = useExplanation(problem);
  const [refused, setRefused] = useState({ problem, values });
  if (refused.problem !== problem) setRefused({ problem, values });
  const field = explanation?.fields.find((name) => Object.hasOwn(values, name));
  const at = (name: keyof Values & string): string | undefined =>
    field === name && refused.values[name] === values[name] ? explanation?.atField : undefined;
  return { at, rest: field === undefined ? problem : null };
}
