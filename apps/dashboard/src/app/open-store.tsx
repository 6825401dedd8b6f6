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
import { Shell } from './shell';

/** Asks a person to sign in, and returns them to the page they wanted. */
export function SignedIn() {
  const { data: me, error, refetch } = useQuery(meQuery);
  if (isProblem(error, 'SESSION_MISSING')) return <Leave to="/sign-in" />;
  if (isProblem(error, 'SECOND_FACTOR_PENDING')) return <Leave to="/second-factor" />;
  if (error) return <ProblemNotice problem={error} onRetry={() => void refetch()} />;
  return me ? <Outlet /> : null;
}

/** Goes there once: the address changes before the page does, and would be taken for where the person was going. */
function Leave({ to }: { readonly to: string }) {
  const navigate = useNavigate();
  const { href } = useLocation();
  const isGoing = useRef(false);
  useEffect(() => {
    if (isGoing.current) return;
    isGoing.current = true;
    void navigate({ to, search: { next: href }, replace: true });
  }, [navigate, href, to]);
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
