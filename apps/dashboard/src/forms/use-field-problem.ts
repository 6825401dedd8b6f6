import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useExplanation } from '../problems/use-explanation';

/**
 * Puts what the API refused at the field that it is about, with the focus; it is gone when the field changes.
 * @param names fields of the form by their names in the API, where they are called otherwise
 * @returns the problem; null where it stands at its field
 */
export function useFieldProblem<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  problem: Error | null,
  names: Readonly<Record<string, FieldPath<Values>>> = {},
): Error | null {
  const { setError, setFocus } = form;
  const explanation = useExplanation(problem);
  const said = explanation?.atField;
  const name = explanation?.fields.flatMap((field) => names[field] ?? formNames(field)).find(isShown);
  useEffect(() => {
    if (name === undefined || said === undefined) return undefined;
    setError(name as FieldPath<Values>, { type: 'server', message: said });
    // A folded part opens first.
    const frame = requestAnimationFrame(() => {
      setFocus(name as FieldPath<Values>);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [name, said, problem, setError, setFocus]);
  return name === undefined ? problem : null;
}

/** A field that is not on the page cannot say what is wrong with it. */
const isShown = (name: string): boolean => document.getElementsByName(name).length > 0;

/** What a form may call a field of the API: `customer.email` is its `email`, `items[0].quantity` its `items.0.quantity`. */
function formNames(field: string): readonly string[] {
  const path = field.replaceAll(/\[(\d+)\]/g, '.$1');
  return [path, path.replace(/^.*\./, ''), path.replace(/\..*$/, '')];
}
