import { Burger, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../parts/icon';
import { StoreLink } from '../parts/store-link';
import { useStore } from '../session/store-context';
import { useWords } from '../words/words';
import { Bell } from './bell';
import { EnvironmentSwitch } from './environment-switch';
import { isOffered, navigation, navigationWords } from './navigation';
import { SearchButton } from './search-button';
import { shellWords } from './shell-words';
import { StorePicker } from './store-picker';
import { UserMenu } from './user-menu';

/** Header, navigation and the open page of a store. */
export function Shell() {
  const say = useWords(shellWords);
  const { isLive } = useStore();
  const [isMenuOpen, menu] = useDisclosure(false);
  const { close } = menu;
  const { pathname } = useLocation();
  useEffect(() => {
    close();
  }, [pathname, close]);
  return (
    <div className="shell" data-environment={isLive ? 'live' : 'test'} data-menu={isMenuOpen ? 'open' : undefined}>
      <a className="skip" href="#content">
        {say('skip')}
      </a>
      <header className="shell-head">
        {!isLive && <TestBanner />}
        <div className="shell-bar">
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isMenuOpen ? say('closeMenu') : say('openMenu')}
            aria-expanded={isMenuOpen}
          />
          <StorePicker />
          <div className="grow" />
          <SearchButton />
          <EnvironmentSwitch />
          <Bell />
          <UserMenu />
        </div>
      </header>
      <nav className="shell-nav" aria-label={say('navigation')}>
        <Navigation />
      </nav>
      <main className="shell-main" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** On every page of the test environment, above everything. */
function TestBanner() {
  const say = useWords(shellWords);
  return (
    <div className="test-banner" role="note">
      {say('testBanner')}
    </div>
  );
}

function Navigation() {
  const say = useWords(navigationWords);
  const store = useStore();
  const { storePath } = store;
  const { pathname } = useLocation();
  const isAt = (path: string): boolean => `${pathname}/`.startsWith(`${storePath(path)}/`);
  return (
    <>
      {navigation.map((group) => {
        const shown = group.filter((entry) => isOffered(entry, store));
        return (
          shown.length > 0 && (
            <ul key={group[0]?.path} className="nav-group">
              {shown.map(({ path, name, icon, alsoAt = [] }) => (
                <li key={path}>
                  <NavLink
                    component={StoreLink}
                    to={path}
                    label={say(name)}
                    leftSection={<Icon name={icon} />}
                    {...(alsoAt.some(isAt) ? { 'aria-current': 'page' } : {})}
                  />
                </li>
              ))}
            </ul>
          )
        );
      })}
    </>
  );
}
