import { useEffect, useState } from 'react';
import { isProblem, type Problem } from '../api/problem';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useLanguage } from '../words/language';
import type { explain, Explanation } from './explain';

type Explain = typeof explain;

let known: Explain | undefined;

/** The words of all codes: loaded when the first problem is shown, not with the first page. */
export async function loadExplanations(): Promise<Explain> {
  known ??= (await import('./explain')).explain;
  return known;
}

/** What a problem says to the person; undefined while its words are loaded, null where they cannot be. */
export function useExplanation(problem: unknown): Explanation | null | undefined {
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<Explain | null | undefined>(() => known);
  const isAnswer = isAnswered(problem);
  useEffect(() => {
    if (!isAnswer || loaded) return;
    let isGone = false;
    loadExplanations().then(
      (found) => {
        if (!isGone) setLoaded(() => found);
      },
      () => {
        if (!isGone) setLoaded(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [isAnswer, loaded]);
  if (!isAnswer) return null;
  return loaded && loaded(problem, language);
}

/** Whether the API answered: without an answer there is no code to explain. */
export function isAnswered(problem: unknown): problem is Problem {
  return isProblem(problem) && problem.code !== 'NO_ANSWER';
}

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
