import { Anchor, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Json } from '../../../parts/json';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { statusTone } from './request-status';
import { requestsWords } from './requests-words';
import { useKeyNames } from './use-keys';
import '../developers.css';

type LoggedRequest = ApiRecord<'LoggedRequest'>;

/** One call of the API by its request id. */
export function RequestPage() {
  const say = useWords(requestsWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/request-log/list', ['request-log', 'one', id], { requestId: id, limit: 1 });
  const [found] = query.data ?? [];
  return (
    <Page
      title={found ? `${found.method} ${found.route}` : id}
      parent={{ path: '/developers/requests', title: say('title') }}
    >
      <Loaded query={query}>
        {() =>
          found ? (
            <Columns aside={<RequestFacts request={found} />}>
              <SentValues request={found} />
            </Columns>
          ) : (
            <Text role="status">{say('absent')}</Text>
          )
        }
      </Loaded>
    </Page>
  );
}

function SentValues({ request: { query, body } }: { readonly request: LoggedRequest }) {
  const say = useWords(requestsWords);
  if (query === null && body === null) {
    return (
      <Card title={say('body')}>
        <Text size="sm">{say('nothingSent')}</Text>
      </Card>
    );
  }
  return (
    <>
      {query !== null && (
        <Card title={say('query')}>
          <Json label={say('query')} value={query} />
        </Card>
      )}
      {body !== null && (
        <Card title={say('body')}>
          <Json label={say('body')} value={body} />
        </Card>
      )}
      <Text size="sm" c="dimmed">
        {say('masked')}
      </Text>
    </>
  );
}

function RequestFacts({ request }: { readonly request: LoggedRequest }) {
  const say = useWords(requestsWords);
  const { me, may } = useStore();
  const keyNames = useKeyNames();
  const { keyId, userId, status, code, ms, requestId, createdAt } = request;
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          [
            say('status'),
            <Status key="status" tone={statusTone(status)}>
              {String(status)}
            </Status>,
          ],
          [say('code'), code === null ? undefined : <CopyText key="code" text={code} />],
          [say('ms'), say('duration', { ms })],
          [
            keyId === null ? say('who') : say('key'),
            keyId === null ? (
              userId === me.user.id ? (
                me.user.email
              ) : (
                say('person')
              )
            ) : may('API_KEY:READ') ? (
              <Anchor key="key" size="sm" component={StoreLink} to={`/developers/keys/${keyId}`}>
                {keyNames.get(keyId) ?? keyId}
              </Anchor>
            ) : (
              keyId
            ),
          ],
          [say('createdAt'), <Instant key="createdAt" at={createdAt} hasSeconds />],
          [say('id'), <CopyText key="id" text={requestId} />],
        ]}
      />
    </Card>
  );
}
