import { Anchor, Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { developersWords } from '../developers-words';
import { KeyMaker, useKeyMakers } from './key-makers';
import { keyTones, maskedKey, type ApiKey } from './key-status';
import { keysWords } from './keys-words';
import { NewKeyDialog } from './new-key-dialog';
import { PermissionTable } from './permission-table';
import { RollKeyDialog } from './roll-key-dialog';
import '../developers.css';

/** One key: what it may do, and how to take another in its place or end it. */
export function KeyPage() {
  const say = useWords(keysWords);
  const { key, may, storePath } = useStore();
  const navigate = useNavigate();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [open, setOpen] = useState<'roll' | 'revoke'>();
  const [rolled, setRolled] = useState<ApiRecord<'RolledApiKey'>>();
  const query = useGet('/v2/api-keys/get', ['api-keys', 'one', id], { id });
  const shown = query.data;
  const isActive = shown?.status === 'ACTIVE';
  const opens = (dialog?: 'roll' | 'revoke') => () => {
    setOpen(dialog);
  };
  const close = opens();
  return (
    <Page
      title={shown?.description ?? id}
      parent={{ path: '/developers/keys', title: say('title') }}
      actions={
        isActive && (
          <>
            {may('API_KEY:CREATE') && shown.replacedBy === null && (
              <Button variant="default" onClick={opens('roll')}>
                {say('roll')}
              </Button>
            )}
            {may('API_KEY:DELETE') && (
              <Button variant="default" c="var(--bad)" onClick={opens('revoke')}>
                {say('revoke')}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(one) => (
          <Columns aside={<KeyFacts shown={one} />}>
            <Card title={say('permissions')}>
              {one.kind === 'SECRET' ? <PermissionTable chosen={new Set(one.permissions)} /> : say('publicHint')}
            </Card>
          </Columns>
        )}
      </Loaded>
      {shown && open === 'revoke' && (
        <ConfirmPost
          path="/v2/api-keys/revoke"
          body={{ id: shown.id }}
          title={say('revoke')}
          isDangerous
          refreshes={[key('api-keys')]}
          done={say('revoked')}
          onClose={close}
        >
          {say('revokeHint', { name: `${shown.description} (${maskedKey(shown)})` })}
        </ConfirmPost>
      )}
      {shown && open === 'roll' && (
        <RollKeyDialog
          shown={shown}
          onClose={close}
          onRolled={(result) => {
            close();
            setRolled(result);
          }}
        />
      )}
      {rolled && (
        <NewKeyDialog
          created={rolled}
          onClose={() => {
            setRolled(undefined);
            void navigate({ to: storePath(`/developers/keys/${rolled.id}`) });
          }}
        />
      )}
    </Page>
  );
}

function KeyFacts({ shown }: { readonly shown: ApiKey }) {
  const say = useWords(keysWords);
  const common = useWords(developersWords);
  const { may } = useStore();
  const makers = useKeyMakers();
  const { id, status, kind, devMode, replacedBy, allowedAddresses } = shown;
  return (
    <Card title={common('details')}>
      <Facts
        facts={[
          [
            say('status'),
            <Status key="status" tone={keyTones[status]}>
              {say(status)}
            </Status>,
          ],
          [say('key'), <code key="key">{maskedKey(shown)}</code>],
          [say('kind'), say(kind)],
          [say('environment'), say(devMode ? 'test' : 'live')],
          [say('lastUsed'), shown.lastUsedAt === null ? say('never') : <Instant key="used" at={shown.lastUsedAt} />],
          [say('expiry'), shown.expiresAt === null ? say('noExpiry') : <Instant key="expiry" at={shown.expiresAt} />],
          [say('revokedAt'), shown.revokedAt === null ? undefined : <Instant key="revoked" at={shown.revokedAt} />],
          [say('addresses'), allowedAddresses.length === 0 ? say('anyAddress') : allowedAddresses.join(', ')],
          [say('createdAt'), <Instant key="created" at={shown.createdAt} />],
          [say('createdBy'), makers ? <KeyMaker key="maker" maker={makers.get(id)} /> : undefined],
          [
            say('replacedBy'),
            replacedBy === null ? undefined : (
              <Anchor key="next" size="sm" component={StoreLink} to={`/developers/keys/${replacedBy}`}>
                {replacedBy}
              </Anchor>
            ),
          ],
          [common('id'), <CopyText key="id" text={id} />],
        ]}
      />
      {may('REQUEST_LOG:READ') && (
        <Anchor size="sm" component={StoreLink} to="/developers/requests" search={{ keyId: id }}>
          {say('seeRequests')}
        </Anchor>
      )}
    </Card>
  );
}
