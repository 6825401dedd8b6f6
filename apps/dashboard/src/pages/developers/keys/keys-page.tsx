import { Button } from '@mantine/core';
import { answered } from '../../../api/problem';
import type { Column } from '../../../lists/column';
import { ListView } from '../../../lists/list-view';
import { useRecordList } from '../../../lists/record-list';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Icon } from '../../../parts/icon';
import { Instant } from '../../../parts/instant';
import { Page } from '../../../parts/page';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords, type Say } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { KeyMaker, useKeyMakers } from './key-makers';
import { keyTones, maskedKey, type ApiKey } from './key-status';
import { keysWords, type KeysWord } from './keys-words';
import '../developers.css';

/** Every key of the environment, with those that have ended. */
export function KeysPage() {
  const say = useWords(keysWords);
  const { api, key, may } = useStore();
  const list = useRecordList<ApiKey>(key('api-keys', 'list'), (page, signal) =>
    answered(api.GET('/v2/api-keys/list', { params: { query: page }, signal: signal ?? null })),
  );
  const makers = useKeyMakers();
  const create = may('API_KEY:CREATE') && (
    <Button component={StoreLink} to="/developers/keys/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  const columns: readonly Column<ApiKey>[] = [
    ...columnsIn(say),
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
  ];
  return (
    <Page title={say('title')} actions={create}>
      <DeveloperTabs />
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/developers/keys/${id}`}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={create}
            curl={curl('POST', '/v2/api-keys/create', {
              description: 'Servidor da loja',
              permissions: ['CHECKOUT:READ'],
            })}
          />
        }
      />
    </Page>
  );
}

function columnsIn(say: Say<KeysWord>): readonly Column<ApiKey>[] {
  return [
    { id: 'name', header: say('name'), cell: ({ description }) => description },
    { id: 'key', header: say('key'), cell: (row) => <code className="nowrap">{maskedKey(row)}</code>, isExtra: true },
    {
      id: 'environment',
      header: say('environment'),
      cell: ({ devMode }) => say(devMode ? 'test' : 'live'),
      isExtra: true,
    },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={keyTones[status]}>{say(status)}</Status>,
    },
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
  ];
}
