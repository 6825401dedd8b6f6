import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { payoutWords } from './payout-words';
import { usePayoutStore } from './use-payout-store';

/** Above what amount payouts wait for another person, and the change of it for whom may. */
export function LimitCard() {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const store = usePayoutStore();
  const [isOpen, dialog] = useDisclosure(false);
  if (!store) return null;
  const limit = store.payoutApprovalAbove;
  return (
    <Card
      title={say('limitTitle')}
      actions={
        may('STORE:UPDATE') && (
          <Button variant="default" size="sm" onClick={dialog.open}>
            {say(limit === null ? 'limitDefine' : 'limitChange')}
          </Button>
        )
      }
    >
      <Text size="sm">
        {limit === null ? say('limitNone') : say('limitSet', { limit: formatMoney(limit, language) })}
      </Text>
      {isOpen && <LimitDialog limit={limit} onClose={dialog.close} />}
    </Card>
  );
}

function LimitDialog({ limit, onClose }: { readonly limit: number | null; readonly onClose: () => void }) {
  const say = useWords(payoutWords);
  const { key } = useStore();
  const toasts = useToasts();
  const [typed, setTyped] = useState<number | undefined>(limit ?? undefined);
  const save = usePost('/v2/store/update', {
    refreshes: [key('store')],
    onDone: (_store, { payoutApprovalAbove: saved }) => {
      toasts.show(say(saved === null ? 'limitRemoved' : 'limitSaved'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('limitTitle')}
      verb={say('limitVerb')}
      action={save}
      onClose={onClose}
      input={typed === undefined ? undefined : { payoutApprovalAbove: typed }}
    >
      <MoneyInput
        data-autofocus
        label={say('limitLabel')}
        description={say('limitHint')}
        centavos={typed}
        onCentavos={setTyped}
      />
      {limit !== null && (
        <Group>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={() => {
              save.start({ payoutApprovalAbove: null });
            }}
          >
            {say('limitRemove')}
          </Button>
        </Group>
      )}
    </ConfirmDialog>
  );
}
