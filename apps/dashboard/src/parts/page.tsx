import { Anchor, Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useContext, type ReactNode } from 'react';
import { StoreContext } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { StoreLink } from './store-link';

interface Props {
  readonly title: string;
  /** Beside the title: at most one filled button. */
  readonly actions?: ReactNode;
  /** The list that a detail belongs to. */
  readonly parent?: { readonly path: string; readonly title: string };
  readonly children: ReactNode;
}

/** A page: its title, also of the tab, its actions, its content. */
export function Page({ title, actions, parent, children }: Props) {
  const say = useWords(commonWords);
  const store = useContext(StoreContext);
  const place =
    store === undefined ? '' : store.isLive || store.isSandbox ? ` · ${store.store.name}` : ` · ${say('test')}`;
  useDocumentTitle(`${title}${place} · Pitanga`);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {parent && (
            <Anchor component={StoreLink} to={parent.path} size="sm" className="page-parent">
              {parent.title}
            </Anchor>
          )}
          <Title order={1} size="h2">
            {title}
          </Title>
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </div>
  );
}
