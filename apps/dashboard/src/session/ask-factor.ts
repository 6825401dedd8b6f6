import { createContext, useContext } from 'react';

/** Asks for a second factor; false when the person gives up. */
export type AskFactor = () => Promise<boolean>;

export const AskFactorContext = createContext<AskFactor>(() => Promise.resolve(false));

export function useAskFactor(): AskFactor {
  return useContext(AskFactorContext);
}
