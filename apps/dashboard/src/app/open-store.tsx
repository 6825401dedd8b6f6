import { isSandboxStore } from '@pitanga/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { isProblem } from '../api/problem';
import { LiveEvents } from './live-events';
import { ProblemNotice } from '../parts/problem-notice';
import { meQuery } from '../session/me';
import { openStore } from '../session/open-store';
import { StepUp } from '../second-factor/step-up';
import { StoreContext } from '../session/store-context';
import { keepPlace } from '../session/environment';
import { NotFound, SandboxGone } from '../parts/not-found';
import { LeaveGuard } from '../unsaved/leave-guard';
import { Shell } from './shell';

/** Asks a person to sign in, and returns them to the page they wanted. */
export function SignedIn() {
  const { data: me, error, refetch } = useQuery(meQuery);
  // The sign-in page says why a person who was here is asked again.
  if (isProblem(error, 'SESSION_MISSING')) return <Leave to="/sign-in" search={me ? { ended: 'yes' } : {}} />;
  if (isProblem(error, 'SECOND_FACTOR_PENDING')) return <Leave to="/second-factor" />;
  if (error) return <ProblemNotice problem={error} onRetry={() => void refetch()} />;
  if (!me) return null;
  return (
    <>
      <LeaveGuard />
      <Outlet />
    </>
  );
}

/** Goes there once: the address changes before the page does, and would be taken for where the person was going. */
function Leave({ to, search = {} }: { readonly to: string; readonly search?: Readonly<Record<string, string>> }) {
  const navigate = useNavigate();
  const { href } = useLocation();
  const isGoing = useRef(false);
  useEffect(() => {
    if (isGoing.current) return;
    isGoing.current = true;
    void navigate({ to, search: { ...search, next: href }, replace: true, ignoreBlocker: true });
  }, [navigate, href, to, search]);
  return null;
}

/** The store and environment of the address, for every page below it. */
export function StoreScope() {
  const { storeId = '', environment: name = '' }: { storeId?: string; environment?: string } = useParams({
    strict: false,
  });
  const { data: me } = useQuery(meQuery);
  const open = useMemo(() => (me ? openStore(me, storeId, name) : undefined), [me, storeId, name]);
  useEffect(() => {
    if (open) keepPlace(open.scope.storeId, open.scope.environment);
  }, [open]);
  if (!me) return null;
  if (!open) return isSandboxStore({ storeId }) ? <SandboxGone /> : <NotFound />;
  if (open.isSandbox && open.isLive) return <Navigate to={`/${storeId}/test` as never} replace />;
  return (
    <StoreContext value={open}>
      <StepUp>
        <LiveEvents />
        <Shell />
      </StepUp>
    </StoreContext>
  );
}
