import { Text } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import type { Column } from '../../../lists/columns';
import { DataTable } from '../../../lists/data-table';
import { Status } from '../../../parts/status';
import { useWords } from '../../../words/words';
import { methodReason } from './method-reason';
import { providersWords } from './providers-words';
import { useProviderNames } from './use-provider-names';
import { useProviderSentence } from './use-provider-sentence';

type Method = ApiRecord<'ProviderMethod'>;

/** Each method, who takes it, and why not where it is not taken. */
export function MethodsCard({ methods }: { readonly methods: readonly Method[] }) {
  const say = useWords(providersWords);
  const nameOf = useProviderNames();
  const columns: readonly Column<Method>[] = [
    { id: 'method', header: say('method'), cell: ({ method }) => <strong>{say(method)}</strong> },
    { id: 'by', header: say('by'), cell: ({ provider }) => nameOf(provider), isExtra: true },
    { id: 'status', header: say('status'), cell: (row) => <MethodStatus row={row} /> },
  ];
  return <DataTable label={say('methods')} rows={methods} columns={columns} getId={({ method }) => method} />;
}

function MethodStatus({ row: { available, reason } }: { readonly row: Method }) {
  const say = useWords(providersWords);
  const { say: sayProvider } = useProviderSentence();
  const known = reason === null ? undefined : methodReason(reason);
  return (
    <>
      <Status tone={available ? 'good' : 'bad'}>{say(available ? 'available' : 'unavailable')}</Status>
      {reason !== null && (
        <Text size="sm" c="dimmed" className="method-reason">
          {known === undefined ? sayProvider(reason) : say(known)}
        </Text>
      )}
    </>
  );
}
