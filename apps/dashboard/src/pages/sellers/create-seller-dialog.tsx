import { isTaxId, normalizeTaxId, punctuatedTaxId } from '@pitanga/core/identifiers';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { useRefusals } from '../../forms/use-refusals';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { sellersWords } from './sellers-words';

const empty = { name: '', taxId: '', externalId: '' };

/** A new seller, whose Pix key is the CPF or CNPJ that is typed. What the API refuses stands at its field. */
export function CreateSellerDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(sellersWords);
  const { key } = useStore();
  const toasts = useToasts();
  const [typed, setTyped] = useState(empty);
  const create = usePost('/v2/sub-accounts/create', {
    refreshes: [key('sellers')],
    opens: ({ id }) => `/sellers/${id}`,
    onDone: ({ name }, asked) => {
      toasts.show(say(name === asked.name ? 'created' : 'known', { name }));
    },
  });
  const refusals = useRefusals(create.problem, typed);
  const taxIdWrong = typed.taxId !== '' && !isTaxId(typed.taxId);
  const field = (name: keyof typeof empty, maxLength: number) => ({
    value: typed[name],
    maxLength,
    autoComplete: 'off',
    error: refusals.at(name),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const text = currentTarget.value;
      setTyped((before) => ({ ...before, [name]: text }));
    },
  });
  const name = typed.name.trim();
  const externalId = typed.externalId.trim();
  return (
    <ConfirmDialog
      title={say('create')}
      action={{ ...create, problem: refusals.rest }}
      isBlocked={name === '' || !isTaxId(typed.taxId)}
      onClose={onClose}
      onConfirm={() => {
        create.start({ name, taxId: normalizeTaxId(typed.taxId), ...(externalId === '' ? {} : { externalId }) });
      }}
    >
      <Text size="sm">{say('createHint')}</Text>
      <TextInput data-autofocus required label={say('name')} {...field('name', 100)} />
      <TextInput
        required
        label={say('taxId')}
        description={say('taxIdHint')}
        {...field('taxId', 20)}
        {...(taxIdWrong && typed.taxId.length >= 11 && { error: say('taxIdWrong') })}
        onBlur={() => {
          if (!isTaxId(typed.taxId)) return;
          setTyped({ ...typed, taxId: punctuatedTaxId(normalizeTaxId(typed.taxId)) });
        }}
      />
      <TextInput label={say('externalIdOptional')} {...field('externalId', 100)} />
    </ConfirmDialog>
  );
}
