import { Anchor, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ApiRecord } from '../../api/records';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { StoreLink } from '../../parts/store-link';
import { requestLogPath } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { actionWords, isAuditAction } from './action-words';
import './audit.css';
import { Changes } from './changes';
import { auditWords } from './audit-words';
import { Target, useNames, wayWords } from './people-and-keys';

type AuditEntry = ApiRecord<'AuditEntry'>;

/** One entry of the audit log: who did what, and what was there before. */
export function AuditEntryPage() {
  const say = useWords(auditWords);
  const sayAction = useWords(actionWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/audit-log/list', ['audit-log', 'one', id], { id });
  const found = query.data?.find((one) => one.id === id);
  const action = found?.action ?? id;
  return (
    <Page title={isAuditAction(action) ? sayAction(action) : action} parent={{ path: '/audit', title: say('title') }}>
      <Loaded query={query}>
        {() =>
          found ? (
            <Columns aside={<EntryFacts entry={found} />}>
              <Changes entry={found} />
            </Columns>
          ) : (
            <Text role="status">{say('absent')}</Text>
          )
        }
      </Loaded>
    </Page>
  );
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const say = useWords(auditWords);
  const { whoIs, targetName } = useNames();
  const { id, action, actor, target, devMode, seq, hash, createdAt } = entry;
  const shortHash = `${hash.slice(0, 16)}…`;
  return (
    <div className="stacked-facts">
      <Card title={say('details')}>
        <Facts
          facts={[
            [say('actor'), whoIs(actor)],
            [say('at'), <Instant key="at" at={createdAt} hasSeconds />],
            [say('target'), <Target key="target" target={target} name={targetName(target)} />],
            [say('targetId'), <CopyText key="targetId" text={target.id} />],
            [say('environment'), say(devMode === null ? 'both' : devMode ? 'test' : 'live')],
            [say('origin'), say(wayWords[actor.kind])],
            [say('requestId'), <RequestLink key="request" entry={entry} />],
            [say('action'), <CopyText key="action" text={action} />],
            [say('id'), <CopyText key="id" text={id} />],
            [say('chain'), String(seq)],
            [say('hash'), <CopyText key="hash" text={hash} shown={shortHash} name={shortHash} />],
          ]}
        />
        <Text size="xs" c="dimmed" mt="xs">
          {say('hashHint')}
        </Text>
      </Card>
    </div>
  );
}

/** An operator's command is in no request log. */
function RequestLink({ entry: { requestId, actor } }: { readonly entry: AuditEntry }) {
  const { may } = useStore();
  if (actor.kind === 'OPERATOR' || !may('REQUEST_LOG:READ')) return <CopyText text={requestId} />;
  return (
    <Anchor size="sm" component={StoreLink} to={`${requestLogPath}/${requestId}`} className="audit-name">
      {requestId}
    </Anchor>
  );
}
