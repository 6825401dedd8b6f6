import { ActionIcon, Menu } from '@mantine/core';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Icon } from './icon';

interface MenuAction {
  readonly name: string;
  readonly onSelect: () => void;
  /** It takes something away. */
  readonly isDangerous?: boolean;
}

interface Props {
  /** Of what: "Mais ações: Plano mensal". */
  readonly label?: string;
  /** Falsy ones are left out: `may('X') && { … }`. */
  readonly actions: readonly (MenuAction | false | undefined)[];
}

/** The rarer actions of a record behind three dots; nothing where none is left. */
export function ActionMenu({ label, actions }: Props) {
  const say = useWords(commonWords);
  const offered = actions.filter((action) => action !== false && action !== undefined);
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          className="above-row"
          aria-label={label === undefined ? say('more') : `${say('more')}: ${label}`}
        >
          <Icon name="dots" size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ name, onSelect, isDangerous = false }) => (
          <Menu.Item key={name} onClick={onSelect} {...(isDangerous ? { c: 'var(--bad)' } : {})}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
