import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Card } from '../../../parts/card';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Loaded } from '../../../parts/loaded';
import { commonWords } from '../../../words/common-words';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { ChangeSandbox, type Sandbox, type SandboxChange } from '../../developers/sandboxes/change-sandbox';
import { sandboxesWords } from '../../developers/sandboxes/sandboxes-words';

/** The sandbox that one is in: what it is, and how to begin anew or end it. */
export function SandboxCard() {
  const common = useWords(commonWords);
  const query = useGet('/v2/sandboxes/list', ['sandboxes', 'own']);
  return (
    <Card title={common('sandbox')}>
      <Loaded query={query}>{([sandbox]) => sandbox && <OwnSandbox sandbox={sandbox} />}</Loaded>
    </Card>
  );
}

function OwnSandbox({ sandbox }: { readonly sandbox: Sandbox }) {
  const say = useWords(sandboxesWords);
  const { me, store, may } = useStore();
  const [change, setChange] = useState<SandboxChange>();
  const owner = me.stores.find(({ id }) => id === store.sandboxOf);
  const list = `/${store.sandboxOf ?? ''}/test/developers/sandboxes`;
  const name = owner?.name ?? '';
  return (
    <>
      <Text size="sm" mb="sm">
        {say('ownHint', { name })}
      </Text>
      <SandboxFacts sandbox={sandbox} />
      <Group gap="xs" mt="sm">
        {may('TEST_CLOCK:UPDATE') && (
          <>
            <Button
              variant="default"
              onClick={() => {
                setChange('reset');
              }}
            >
              {say('doReset')}
            </Button>
            <Button
              variant="default"
              c="var(--bad)"
              onClick={() => {
                setChange('delete');
              }}
            >
              {say('doDelete')}
            </Button>
          </>
        )}
        <Anchor size="sm" component={Link} to={list}>
          {say('seeAll', { name })}
        </Anchor>
      </Group>
      {change && (
        <ChangeSandbox
          sandbox={sandbox}
          change={change}
          onClose={() => {
            setChange(undefined);
          }}
          // All that this page has loaded is of a store that is there no more.
          onDone={({ storeId }) => {
            window.location.assign(`/dashboard${change === 'reset' ? `/${storeId}/test/settings` : list}`);
          }}
        />
      )}
    </>
  );
}

function SandboxFacts({ sandbox }: { readonly sandbox: Sandbox }) {
  const say = useWords(sandboxesWords);
  const { id, generation, createdAt, resetAt, lastUsedAt, expiresAt } = sandbox;
  return (
    <Facts
      facts={[
        [say('generation'), String(generation)],
        [say('created'), <Instant key="created" at={createdAt} />],
        [say('reset'), resetAt === null ? say('never') : <Instant key="reset" at={resetAt} />],
        [say('lastUsed'), <Instant key="used" at={lastUsedAt} />],
        [
          say('expires'),
          <span key="expires">
            <Instant at={expiresAt} />{' '}
            <Text span size="xs" c="dimmed">
              {say('expiresHint')}
            </Text>
          </span>,
        ],
        [say('id'), <CopyText key="id" text={id} />],
      ]}
    />
  );
}
