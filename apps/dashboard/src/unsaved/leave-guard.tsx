import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { discardAll, hasUnsaved } from './forms';

/** Loaded when it is first needed. */
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog')).LeaveDialog }));

/** Asks before a page with a filled form is left: by a link, by the browser's buttons, or with the tab. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog
        onStay={blocker.reset}
        onLeave={() => {
          discardAll();
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}
