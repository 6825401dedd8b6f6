import { statusColumn } from '../../../lists/columns';
import { useListAt } from '../../../lists/record-list';
import { CreateButton, RecordListPage } from '../../../lists/record-list-page';
import { curl } from '../../../parts/curl';
import { Instant } from '../../../parts/instant';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { KeyMaker, useKeyMakers } from './key-makers';
import { keyTones, maskedKey, type ApiKey } from './key-status';
import { keysWords } from './keys-words';
import '../developers.css';

/** Every key of the environment, with those that have ended. */
export function KeysPage() {
  const say = useWords(keysWords);
  const makers = useKeyMakers();
  const create = (
    <CreateButton to="/developers/keys/create" needs="API_KEY:CREATE">
      {say('create')}
    </CreateButton>
  );
  return (
    <RecordListPage<ApiKey>
      title={say('title')}
      actions={create}
      head={<DeveloperTabs />}
      list={useListAt('/v2/api-keys/list', ['api-keys', 'list'], {})}
      columns={[
        { id: 'name', header: say('name'), cell: ({ description }) => description },
        {
          id: 'key',
          header: say('key'),
          cell: (row) => <code className="nowrap">{maskedKey(row)}</code>,
          isExtra: true,
        },
        {
          id: 'environment',
          header: say('environment'),
          cell: ({ devMode }) => say(devMode ? 'test' : 'live'),
          isExtra: true,
        },
        statusColumn(say('status'), keyTones, say),
        {
          id: 'lastUsed',
          header: say('lastUsed'),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? say('never') : <Instant at={lastUsedAt} />),
        },
        {
          id: 'expiry',
          header: say('expiry'),
          cell: ({ expiresAt }) => (expiresAt === null ? say('noExpiry') : <Instant at={expiresAt} />),
          isExtra: true,
        },
        ...(makers
          ? [
              {
                id: 'maker',
                header: say('createdBy'),
                cell: ({ id }: ApiKey) => <KeyMaker maker={makers.get(id)} />,
                isExtra: true,
              },
            ]
          : []),
      ]}
      getPath={({ id }) => `/developers/keys/${id}`}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/api-keys/create', {
          description: 'Servidor da loja',
          permissions: ['CHECKOUT:READ'],
        }),
      }}
    />
  );
}
