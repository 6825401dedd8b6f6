import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Page } from '../parts/page';
import { useStore } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { isOfStoreAlone, pageNeeds } from '../session/page-needs';

type LazyPage = ComponentType<unknown> & { readonly preload?: () => Promise<void> | undefined };

/** A page of a store, for those whose role may see it; in a sandbox, unless it is one of the store alone. */
export function guardedPage(path: string, Guarded: LazyPage): LazyPage {
  const needs = pageNeeds(path);
  const isOfStore = isOfStoreAlone(path);
  function Guard() {
    const { may, isSandbox } = useStore();
    if (isSandbox && isOfStore) return <OfStore path={path} />;
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

/** In a sandbox: the page is that of the store that has it. */
function OfStore({ path }: { readonly path: string }) {
  const say = useWords(commonWords);
  const { me, store } = useStore();
  const owner = me.stores.find(({ id }) => id === store.sandboxOf);
  const shown = path.replace(/\/\$.*/, '');
  return (
    <Page title={say('ofStore')}>
      <Text c="dimmed">{say('ofStoreHint')}</Text>
      {owner && (
        <Anchor component={Link} to={`/${owner.id}/test${shown}`}>
          {say('toStore', { name: owner.name })}
        </Anchor>
      )}
    </Page>
  );
}
