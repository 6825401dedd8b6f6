import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { meQuery } from '../session/me';
import { SecondFactorForm } from './second-factor-form';
import { secondFactorWords } from './second-factor-words';
import { StoreContext } from '../session/store-context';

interface Props {
  readonly isOpen: boolean;
  readonly onDone: (passed: boolean) => void;
}

/** Asks for a second factor before something that needs a fresh one; a person without one is led to set it up. */
export function SecondFactorDialog({ isOpen, onDone }: Props) {
  const say = useWords(secondFactorWords);
  const sayCommon = useWords(commonWords);
  const { data: me } = useQuery({ ...meQuery, enabled: isOpen });
  const queries = useQueryClient();
  const store = useContext(StoreContext);
  const navigate = useNavigate();
  const close = (): void => {
    onDone(false);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={say('title')}
      closeButtonProps={{ 'aria-label': sayCommon('close') }}
      zIndex={400}
    >
      {me && !me.factors.totp && me.factors.passkeys === 0 ? (
        <Stack gap="md">
          <Text size="sm">{say('noFactor')}</Text>
          <Button
            onClick={() => {
              close();
              // What is filled on this page is kept until the person is back.
              const next = window.location.pathname + window.location.search;
              void navigate({
                to: store ? store.storePath('/account') : '/account',
                search: { next },
                ignoreBlocker: true,
              });
            }}
          >
            {say('setUp')}
          </Button>
        </Stack>
      ) : (
        <SecondFactorForm
          factors={me?.factors}
          onPassed={() => {
            void queries.invalidateQueries({ queryKey: meQuery.queryKey });
            onDone(true);
          }}
        />
      )}
    </Modal>
  );
}
