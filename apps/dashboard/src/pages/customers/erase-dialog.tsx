import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { isTaxId } from '@pitanga/core/identifiers';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { displayName, type Customer } from './customer-form';
import { isConfirmed } from './person';
import { personWords } from './person-words';
import { TaxIdInput } from './tax-id-input';

interface Props {
  /** Without one, everybody with a tax id that is typed. */
  readonly customer?: Customer;
  readonly onClose: () => void;
}

/** Says what goes and what stays, and asks for the name, before a person's data is erased for good. */
export function EraseDialog({ customer, onClose }: Props) {
  const say = useWords(personWords);
  const { key, storePath } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const erase = usePost('/v2/customers/erase', {
    // The erased customer is no more: only what lists it is loaded again.
    refreshes: [key('customers', 'list'), key('customers', 'pick')],
    onDone: ({ requestedAt, waitsFor }) => {
      const waits = waitsFor.map((wait) => say(wait)).join(', ');
      if (requestedAt === null) toasts.show(say('erasedNobody'));
      else toasts.show(waits === '' ? say('erased') : say('erasedWaits', { waits }));
      onClose();
      if (customer) void navigate({ to: storePath('/customers') });
    },
  });
  const name = customer && displayName(customer);
  return (
    <ConfirmDialog
      isDangerous
      title={name === undefined ? say('eraseOf') : say('eraseTitle', { name })}
      verb={say('eraseVerb')}
      action={erase}
      isBlocked={customer ? !isConfirmed(typed, displayName(customer), customer.id) : !isTaxId(typed)}
      onClose={onClose}
      input={customer ? { id: customer.id } : { taxId: typed }}
    >
      <Text size="sm">{say('gone')}</Text>
      <Text size="sm">{say('kept')}</Text>
      <Text size="sm">{say('running')}</Text>
      {name === undefined ? (
        <TaxIdInput value={typed} onChange={setTyped} />
      ) : (
        <TextInput
          data-autofocus
          required
          label={say('type', { name })}
          value={typed}
          maxLength={255}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
