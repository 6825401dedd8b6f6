import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import type { Explanation } from '../problems/explain';
import { mayOpen } from '../session/page-needs';
import { StoreContext } from '../session/store-context';

/** The link to where what a problem advises is done; none on that very page. */
export function ProblemPlace({ place: { path, title } }: { readonly place: NonNullable<Explanation['place']> }) {
  const store = useContext(StoreContext);
  const { pathname, href } = useLocation();
  const isOutside = path.startsWith('//');
  if (!isOutside && (!store || !mayOpen(path, store))) return null;
  const to = isOutside ? path.slice(1) : (store?.storePath(path) ?? '/');
  if (pathname.endsWith(to)) return null;
  const search = path === '//sign-in' ? { next: href } : {};
  return (
    <Button size="compact-sm" variant="default" component={Link} to={to} search={search as never}>
      {title}
    </Button>
  );
}
