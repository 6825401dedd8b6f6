import { isTaxId, normalizeTaxId, punctuatedTaxId } from '@pitanga/core/identifiers';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { isProblem } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { findWrongField, type SellerField } from './seller-fields';
import { sellersWords } from './sellers-words';

const empty: Readonly<Record<SellerField, string>> = { name: '', taxId: '', externalId: '' };

/** A new seller, whose Pix key is the CPF or CNPJ that is typed. What the API refuses stands at its field. */
export function CreateSellerDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(sellersWords);
  const { key } = useStore();
  const toasts = useToasts();
  const [typed, setTyped] = useState(empty);
  const [refused, setRefused] = useState(empty);
  const create = usePost('/v2/sub-accounts/create', {
    refreshes: [key('sellers')],
    opens: ({ id }) => `/sellers/${id}`,
    onDone: ({ name }, asked) => {
      toasts.show(say(name === asked.name ? 'created' : 'known', { name }));
    },
  });
  const wrong = findWrongField(create.problem);
  const taxIdWrong = typed.taxId !== '' && refused.taxId !== typed.taxId && !isTaxId(typed.taxId);
  const field = (name: SellerField, maxLength: number) => ({
    value: typed[name],
    maxLength,
    autoComplete: 'off',
    error:
      wrong === name && refused[name] === typed[name] && isProblem(create.problem) ? create.problem.message : undefined,
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
      action={{ ...create, problem: wrong === undefined ? create.problem : null }}
      isBlocked={name === '' || !isTaxId(typed.taxId)}
      onClose={onClose}
      onConfirm={() => {
        setRefused(typed);
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
