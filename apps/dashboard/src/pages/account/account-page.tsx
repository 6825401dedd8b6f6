import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../parts/card';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { meQuery } from '../../session/me';
import { useWords } from '../../words/words';
import { hasFactor, useFactors } from './account-data';
import { WayBack } from './way-back';
import { AccountRow } from './account-row';
import { accountWords } from './account-words';
import { ChangePasswordDialog } from './change-password-dialog';
import { FactorsCard } from './factors-card';
import { SessionsCard } from './sessions-card';
import './account.css';

/** How a person signs in, and where they are signed in; the same inside a store and outside. */
export function AccountPage() {
  const say = useWords(accountWords);
  const { data: me } = useQuery(meQuery);
  const factors = useFactors();
  const [isChanging, setChanging] = useState(false);
  if (!me) return null;
  const { email, createdAt } = me.user;
  return (
    <Page title={say('title')}>
      <div className="account">
        <Card>
          <ul className="account-rows">
            <AccountRow
              name={email}
              hint={
                <>
                  {say('since')} <Instant at={createdAt} />
                </>
              }
            />
            <AccountRow name={say('password')} hint={say('passwordHint')}>
              <Button
                variant="default"
                onClick={() => {
                  setChanging(true);
                }}
              >
                {say('changePassword')}
              </Button>
            </AccountRow>
          </ul>
        </Card>
        <Loaded query={factors}>
          {(known) => (
            <>
              {hasFactor(known) && <WayBack />}
              <FactorsCard factors={known} email={email} />
            </>
          )}
        </Loaded>
        <SessionsCard />
      </div>
      {isChanging && (
        <ChangePasswordDialog
          email={email}
          onClose={() => {
            setChanging(false);
          }}
        />
      )}
    </Page>
  );
}
