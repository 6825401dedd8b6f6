import { Anchor } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { StepUp } from '../second-factor/step-up';
import { useWords } from '../words/words';
import './outside-stores.css';
import { shellWords } from './shell-words';
import { UserMenu } from './user-menu';

/** The frame of what belongs to the person and to no store: the choice of a store, a new one, the account. */
export function OutsideStores() {
  const say = useWords(shellWords);
  return (
    <StepUp>
      <a className="skip" href="#content">
        {say('skip')}
      </a>
      <header className="shell-head">
        <div className="shell-bar">
          <Anchor component={Link} to="/" className="brand-name" underline="never">
            Pitanga
          </Anchor>
          <div className="grow" />
          <UserMenu />
        </div>
      </header>
      <main className="shell-main outside-stores" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </StepUp>
  );
}
