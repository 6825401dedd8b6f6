import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Icon } from '../parts/icon';
import { useStore } from '../session/store-context';
import { useWords } from '../words/words';
import { environmentNames } from './environment';
import { shellWords } from './shell-words';

/** The open store's name, and the person's other stores behind it. */
export function StorePicker() {
  const say = useWords(shellWords);
  const { store, me, scope } = useStore();
  const navigate = useNavigate();
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
      <Menu.Dropdown>
        {me.stores.map(({ id, name }) => (
          <Menu.Item
            key={id}
            rightSection={id === store.id ? <Icon name="check" size={16} /> : undefined}
            onClick={() => void navigate({ to: `/${id}/${environmentNames[scope.environment]}` })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
