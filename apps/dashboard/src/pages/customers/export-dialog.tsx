import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { isTaxId } from '@pitanga/core/identifiers';
import { useWords } from '../../words/words';
import { displayName, type Customer } from './customer-form';
import { personWords } from './person-words';
import { TaxIdInput } from './tax-id-input';
import { usePersonExport } from './use-person-export';

interface Props {
  /** Without one, everybody with a tax id that is typed. */
  readonly customer?: Customer;
  readonly onClose: () => void;
}

/** Gives a person's data to whom may ask for it. */
export function ExportDialog({ customer, onClose }: Props) {
  const say = useWords(personWords);
  const [taxId, setTaxId] = useState('');
  const run = usePersonExport(onClose);
  return (
    <ConfirmDialog
      title={say(customer ? 'export' : 'exportOf')}
      verb={say('exportVerb')}
      action={run}
      isBlocked={!customer && !isTaxId(taxId)}
      onClose={onClose}
      input={customer ? { id: customer.id } : { taxId }}
    >
      <Text size="sm">{customer ? say('exportHint', { name: displayName(customer) }) : say('exportOfHint')}</Text>
      {!customer && <TaxIdInput value={taxId} onChange={setTaxId} />}
    </ConfirmDialog>
  );
}
