import type { ComponentType } from 'react';
import { NotAllowed } from '../parts/not-allowed';
import { useStore } from '../session/store-context';
import { needsOf } from './page-needs';

type LazyPage = ComponentType<unknown> & { readonly preload?: () => Promise<void> | undefined };

/** A page of a store, for those whose role may see it. */
export function guardedPage(path: string, Page: LazyPage): LazyPage {
  const needs = needsOf(path);
  function Guarded() {
    const { may } = useStore();
    return needs.every(may) ? <Page /> : <NotAllowed />;
  }
  return Object.assign(Guarded, Page.preload === undefined ? {} : { preload: Page.preload });
}
