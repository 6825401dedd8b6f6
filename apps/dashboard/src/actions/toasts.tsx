import { Notification } from '@mantine/core';
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { ProblemText } from '../parts/problem-text';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** What failed, instead of a text. */
  readonly problem?: unknown;
}

interface Toasts {
  readonly show: (text: string) => void;
  readonly showProblem: (problem: unknown) => void;
}

const ToastsContext = createContext<Toasts>({ show: () => undefined, showProblem: () => undefined });

const shownMs = 5_000;
const shownMax = 4;

/** Short notes that something was done, or was not, read out by screen readers. */
export function ToastArea({ children }: { readonly children: ReactNode }) {
  const say = useWords(commonWords);
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const close = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const add = useCallback(
    (toast: Omit<Toast, 'id'>) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((shown) => [...shown.slice(1 - shownMax), { ...toast, id }]);
      // A failure stays until it is closed.
      if (toast.problem === undefined)
        window.setTimeout(() => {
          close(id);
        }, shownMs);
    },
    [close],
  );
  const value = useMemo<Toasts>(
    () => ({
      show: (text) => {
        add({ text });
      },
      showProblem: (problem) => {
        add({ text: '', problem: problem ?? new Error('unknown') });
      },
    }),
    [add],
  );
  return (
    <ToastsContext value={value}>
      {children}
      <div className="toasts" aria-live="polite" role="status">
        {toasts.map((toast) => (
          <Notification
            key={toast.id}
            color={toast.problem === undefined ? 'green' : 'red'}
            closeButtonProps={{ 'aria-label': say('close') }}
            onClose={() => {
              close(toast.id);
            }}
          >
            {toast.problem === undefined ? toast.text : <ProblemText problem={toast.problem} />}
          </Notification>
        ))}
      </div>
    </ToastsContext>
  );
}

export function useToasts(): Toasts {
  return useContext(ToastsContext);
}
