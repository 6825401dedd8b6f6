import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { Icon } from '../parts/icon';
import { useSignOut } from '../session/sign-out';
import { useAccountLanguage } from '../session/account-language';
import { meQuery } from '../session/me';
import { StoreContext } from '../session/store-context';
import { useWords } from '../words/words';
import { shellWords } from './shell-words';

const nextTheme = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** The person's own: security, language, theme, sign-out. */
export function UserMenu() {
  const say = useWords(shellWords);
  const store = useContext(StoreContext);
  const { data: me } = useQuery(meQuery);
  const accountPath = store ? store.storePath('/account') : '/account';
  const email = me?.user.email ?? '';
  const { language, choose } = useAccountLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" radius="xl" aria-label={`${say('user')}: ${email}`}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="shield" />} onClick={() => void navigate({ to: accountPath })}>
          {say('security')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="eye" />}
          closeMenuOnClick={false}
          onClick={() => {
            setColorScheme(nextTheme[colorScheme]);
          }}
        >
          {say('theme', { theme: colorScheme })}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="list" />}
          onClick={() => {
            choose(language === 'en' ? 'pt-BR' : 'en');
          }}
        >
          <span lang={language === 'en' ? 'pt-BR' : 'en'}>{say('language')}</span>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" />} onClick={signOut}>
          {say('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
