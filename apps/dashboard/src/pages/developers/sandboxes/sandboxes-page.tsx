import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { instantColumn, type Column } from '../../../lists/columns';
import { useListAt } from '../../../lists/record-list';
import { RecordListPage } from '../../../lists/record-list-page';
import { ActionMenu } from '../../../parts/action-menu';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Icon } from '../../../parts/icon';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { developersWords } from '../developers-words';
import { ChangeSandbox, type Sandbox, type SandboxChange } from './change-sandbox';
import { sandboxesWords } from './sandboxes-words';
import { useEnter } from './use-enter';

/** Loaded when it is opened. */
const CreateSandbox = lazy(async () => ({ default: (await import('./create-sandbox')).CreateSandbox }));

/** The sandboxes of a store, in its test environment. */
export function SandboxesPage() {
  const say = useWords(sandboxesWords);
  const sayArea = useWords(developersWords);
  const { isLive } = useStore();
  if (!isLive) return <SandboxList />;
  return (
    <Page title={say('title')}>
      <DeveloperTabs />
      <EmptyState title={sayArea('onlyInTest')} text={sayArea('onlyInTestHint')} />
    </Page>
  );
}

type Opened = 'create' | { readonly sandbox: Sandbox; readonly change: SandboxChange };

function SandboxList() {
  const say = useWords(sandboxesWords);
  const { may } = useStore();
  const [opened, setOpened] = useState<Opened>();
  const close = () => {
    setOpened(undefined);
  };
  const create = may('TEST_CLOCK:UPDATE') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => {
        setOpened('create');
      }}
    >
      {say('create')}
    </Button>
  );
  return (
    <RecordListPage<Sandbox>
      title={say('title')}
      actions={create}
      head={<DeveloperTabs />}
      notes={<Text size="sm">{say('hint')}</Text>}
      list={useListAt('/v2/sandboxes/list', ['sandboxes', 'list'], {})}
      columns={useSandboxColumns(setOpened)}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/sandboxes/create', { name: 'Testes do checkout', sampleData: true }),
      }}
    >
      {opened === 'create' && (
        <Suspense>
          <CreateSandbox onClose={close} />
        </Suspense>
      )}
      {typeof opened === 'object' && <ChangeSandbox {...opened} onClose={close} />}
    </RecordListPage>
  );
}

function useSandboxColumns(open: (opened: Opened) => void): readonly Column<Sandbox>[] {
  const say = useWords(sandboxesWords);
  return [
    { id: 'name', header: say('name'), cell: ({ name }) => <span className="long-word">{name}</span> },
    {
      id: 'generation',
      header: say('generation'),
      cell: ({ generation }) => generation,
      isFigure: true,
      isExtra: true,
    },
    instantColumn('created', say('created'), ({ createdAt }) => createdAt, { isExtra: true }),
    instantColumn('lastUsed', say('lastUsed'), ({ lastUsedAt }) => lastUsedAt, { isExtra: true }),
    instantColumn('expires', say('expires'), ({ expiresAt }) => expiresAt),
    {
      id: 'actions',
      header: say('actions'),
      cell: (sandbox) => <SandboxActions sandbox={sandbox} open={open} />,
      isFigure: true,
    },
  ];
}

interface ActionProps {
  readonly sandbox: Sandbox;
  readonly open: (opened: Opened) => void;
}

function SandboxActions({ sandbox, open }: ActionProps) {
  const say = useWords(sandboxesWords);
  const { may } = useStore();
  const enter = useEnter();
  const { name, storeId } = sandbox;
  const changes: readonly (readonly [SandboxChange, string])[] = [
    ['reset', say('doReset')],
    ['delete', say('doDelete')],
  ];
  return (
    <Group gap="xs" justify="end" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={say('enterNamed', { name })} onClick={() => void enter(storeId)}>
        {say('enter')}
      </Button>
      <ActionMenu
        label={name}
        actions={changes.map(
          ([change, verb]) =>
            may('TEST_CLOCK:UPDATE') && {
              name: verb,
              isDangerous: change === 'delete',
              onSelect: () => {
                open({ sandbox, change });
              },
            },
        )}
      />
    </Group>
  );
}
