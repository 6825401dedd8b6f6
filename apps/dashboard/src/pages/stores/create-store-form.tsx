import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useAction } from '../../actions/use-action';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { RecordForm } from '../../forms/record-form';
import { TextField } from '../../forms/fields';
import { isTaxId } from '@pitanga/core/identifiers';
import { meQuery } from '../../session/me';
import { useWords } from '../../words/words';
import { storeBody, parseWebsite, type StoreForm } from './store-form';
import { storesWords } from './stores-words';

/** Creates a store of the person, and opens its test environment. */
export function CreateStoreForm() {
  const say = useWords(storesWords);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<StoreForm>({ defaultValues: { name: '', taxId: '', legalName: '', website: '' } });
  const { control } = form;
  const create = useAction({
    run: async (body: ReturnType<typeof storeBody>, idempotencyKey) => {
      const params = { header: { 'idempotency-key': idempotencyKey } };
      const store = await record(account.POST('/dashboard/api/stores/create', { body, params }));
      // Before its page opens, which asks whether the person is a member.
      await queries.query({ ...meQuery, staleTime: 0 });
      return store;
    },
    done: say('created'),
    onDone: ({ id }) => void navigate({ to: `/${id}/test` }),
  });
  return (
    <RecordForm form={form} verb={say('create')} action={create} toInput={storeBody}>
      <Stack gap="md">
        <TextField
          control={control}
          name="name"
          label={say('name')}
          description={say('nameHint')}
          autoComplete="organization"
          maxLength={200}
          isRequired
        />
        <TextField
          control={control}
          name="taxId"
          label={say('taxId')}
          description={say('taxIdHint')}
          maxLength={30}
          isRequired
          rules={{ validate: (text) => isTaxId(text) || say('taxIdWrong') }}
        />
        <TextField
          control={control}
          name="website"
          type="url"
          label={say('website')}
          description={say('websiteHint')}
          placeholder="https://"
          autoComplete="url"
          maxLength={2048}
          isRequired
          rules={{ validate: (text) => parseWebsite(text) !== undefined || say('websiteWrong') }}
        />
        <TextField
          control={control}
          name="legalName"
          label={say('legalName')}
          description={say('legalNameHint')}
          maxLength={200}
        />
      </Stack>
    </RecordForm>
  );
}
