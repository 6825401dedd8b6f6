import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { findPlace, placePaths, placeWords } from '../problems/problem-places';
import { StoreContext } from '../session/store-context';
import { useWords } from '../words/words';

/** The link to where what a problem advises is done; none on that very page. */
export function ProblemPlace({ code }: { readonly code: string }) {
  const say = useWords(placeWords);
  const store = useContext(StoreContext);
  const { pathname, href } = useLocation();
  const place = findPlace(code);
  if (place === undefined) return null;
  const path = placePaths[place];
  const isOutside = path.startsWith('//');
  if (!isOutside && !store) return null;
  const to = isOutside ? path.slice(1) : (store?.storePath(path) ?? '/');
  if (pathname.endsWith(to)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      component={Link}
      to={to}
      search={(place === 'signIn' ? { next: href } : {}) as never}
    >
      {say(place)}
    </Button>
  );
}
