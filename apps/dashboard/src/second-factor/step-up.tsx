import { createContext, lazy, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from 'react';

/** Loaded when it is first needed. */
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog')).SecondFactorDialog,
}));

/** Asks for a second factor; false when the person gives up. */
type AskFactor = () => Promise<boolean>;

const StepUpContext = createContext<AskFactor>(() => Promise.resolve(false));

/** What the API refuses with SECOND_FACTOR_REQUIRED is asked for once, in a dialog, and tried again. */
export function StepUp({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const answer = useRef<((passed: boolean) => void) | undefined>(undefined);
  const ask = useCallback<AskFactor>(() => {
    answer.current?.(false);
    setOpen(true);
    setWasOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const finish = useCallback((passed: boolean) => {
    setOpen(false);
    answer.current?.(passed);
    answer.current = undefined;
  }, []);
  return (
    <StepUpContext value={ask}>
      {children}
      {wasOpen && (
        <Suspense>
          <SecondFactorDialog isOpen={isOpen} onDone={finish} />
        </Suspense>
      )}
    </StepUpContext>
  );
}

export function useAskFactor(): AskFactor {
  return useContext(StepUpContext);
}
