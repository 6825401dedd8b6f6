import { createContext, useContext } from 'react';
import { isProblem } from '../api/problem';

/** Asks for a second factor; false when the person gives up. */
export type AskFactor = () => Promise<boolean>;

export const AskFactorContext = createContext<AskFactor>(() => Promise.resolve(false));

/** Runs a call, and once more after the person has given the second factor that the API wants. */
export async function runWithFactor<Result>(askFactor: AskFactor, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (problem) {
    if (!isProblem(problem, 'SECOND_FACTOR_REQUIRED') || !(await askFactor())) throw problem;
    return run();
  }
}

export function useAskFactor(): AskFactor {
  return useContext(AskFactorContext);
}
