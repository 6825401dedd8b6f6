import { Navigate } from '@tanstack/react-router';
import { NotFound } from '../../parts/not-found';
import { useStore } from '../../session/store-context';
import { useDeveloperTabs } from './developer-tabs';

/** Redirects to the first page for developers that the person may see. */
export function DevelopersPage() {
  const { may, storePath } = useStore();
  const first = useDeveloperTabs().find(({ needs }) => needs === undefined || needs.some(may));
  return first ? <Navigate to={storePath(first.path)} replace /> : <NotFound />;
}
