import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** A query is asked again this often for a while after something was begun. */
export function useWatch(
  intervalMs: number,
  forMs: number,
): { readonly intervalMs: number | undefined; readonly start: () => void } {
  const [isOn, setOn] = useState(false);
  const end = useTimeout(() => {
    setOn(false);
  }, forMs);
  return {
    intervalMs: isOn ? intervalMs : undefined,
    start: () => {
      setOn(true);
      end.clear();
      end.start();
    },
  };
}
