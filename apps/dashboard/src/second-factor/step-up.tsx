import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { AskFactorContext, type AskFactor } from '../session/ask-factor';

/** Loaded when it is first needed. */
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog')).SecondFactorDialog,
}));

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
    <AskFactorContext value={ask}>
      {children}
      {wasOpen && (
        <Suspense>
          <SecondFactorDialog isOpen={isOpen} onDone={finish} />
        </Suspense>
      )}
    </AskFactorContext>
  );
}
