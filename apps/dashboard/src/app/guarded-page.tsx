import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { Page } from '../parts/page';
import { useStore } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { pageNeeds } from './page-needs';

type LazyPage = ComponentType<unknown> & { readonly preload?: () => Promise<void> | undefined };

/** A page of a store, for those whose role may see it. */
export function guardedPage(path: string, Guarded: LazyPage): LazyPage {
  const needs = pageNeeds(path);
  function Guard() {
    const { may } = useStore();
    return needs.every(may) ? <Guarded /> : <NotAllowed />;
  }
  return Object.assign(Guard, Guarded.preload === undefined ? {} : { preload: Guarded.preload });
}

/** An address whose page is not for the person's role. */
function NotAllowed() {
  const say = useWords(commonWords);
  return (
    <Page title={say('notAllowed')}>
      <Text c="dimmed">{say('notAllowedHint')}</Text>
    </Page>
  );
}
