import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../parts/icon';
import { useStore } from '../session/store-context';
import { environmentNames } from '../session/environment';
import { isSandbox, pickFirstGroups } from '../session/store-groups';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { shellWords } from './shell-words';

/** More are chosen on a page of their own, which has a search. */
const shownMax = 8;

/** The open store's name, and the person's other stores behind it, each with its sandboxes below. */
export function StorePicker() {
  const say = useWords(shellWords);
  const sayCommon = useWords(commonWords);
  const { store, me, scope, isSandbox: isInSandbox } = useStore();
  const navigate = useNavigate();
  const hasMore = me.stores.filter((one) => !isSandbox(one)).length > shownMax;
  const mayCreate = me.canCreateStore && !isInSandbox;
  const environment = environmentNames[scope.environment];
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className="store-picker">
          <span className="store-mark" data-letter={store.name.slice(0, 1).toUpperCase()} />
          <VisuallyHidden>{say('store')}: </VisuallyHidden>
          <span className="store-name">{store.name}</span>
          <Icon name="down" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="store-choices">
        {pickFirstGroups(me.stores, shownMax).map((one) => (
          <Menu.Item
            key={one.id}
            className={isSandbox(one) ? 'store-choice-sandbox' : undefined}
            rightSection={one.id === store.id ? <Icon name="check" size={16} /> : undefined}
            onClick={() => void navigate({ to: `/${one.id}/${isSandbox(one) ? 'test' : environment}` })}
          >
            {one.name}
            {isSandbox(one) && <span className="sandbox-mark"> {sayCommon('sandbox')}</span>}
          </Menu.Item>
        ))}
        {(hasMore || mayCreate) && <Menu.Divider />}
        {hasMore && (
          <Menu.Item leftSection={<Icon name="search" size={16} />} onClick={() => void navigate({ to: '/stores' })}>
            {say('allStores')}
          </Menu.Item>
        )}
        {mayCreate && (
          <Menu.Item
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => void navigate({ to: '/stores/create' })}
          >
            {say('createStore')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
