import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { answered } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { formatDay } from '../../format/time';
import { createdAtColumn, type Column } from '../../lists/columns';
import { ListView } from '../../lists/list-view';
import { useRecordList } from '../../lists/record-list';
import { ActionMenu } from '../../parts/action-menu';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { SettingsTabs } from '../settings/settings-tabs';
import { rolesToGrant } from './roles';
import './team.css';
import { teamWords } from './team-words';

/** Loaded when it is opened. */
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog')).InviteDialog }));
const RoleDialog = lazy(async () => ({ default: (await import('./member-dialogs')).RoleDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./member-dialogs')).RemoveDialog }));
const RolesDialog = lazy(async () => ({ default: (await import('./roles-dialog')).RolesDialog }));

type Member = ApiRecord<'Member'>;
type Opened =
  | { readonly dialog: 'invite'; readonly member?: Member }
  | { readonly dialog: 'role' | 'remove'; readonly member: Member }
  | { readonly dialog: 'roles' };

/** The people of the store, and who is invited. */
export function TeamPage() {
  const say = useWords(teamWords);
  const { api, key, may } = useStore();
  const [opened, setOpened] = useState<Opened>();
  const list = useRecordList<Member>(key('members', 'list'), (_page, signal) =>
    answered(api.GET('/v2/members/list', { signal })),
  );
  const close = () => {
    setOpened(undefined);
  };
  const invite = may('MEMBER:CREATE') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => {
        setOpened({ dialog: 'invite' });
      }}
    >
      {say('invite')}
    </Button>
  );
  return (
    <Page
      title={say('title')}
      actions={
        <>
          <Button
            variant="default"
            onClick={() => {
              setOpened({ dialog: 'roles' });
            }}
          >
            {say('whoMay')}
          </Button>
          {invite}
        </>
      }
    >
      <SettingsTabs />
      <ListView
        label={say('title')}
        list={list}
        columns={useMemberColumns(setOpened)}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            curl={curl('POST', '/v2/members/invite', { email: 'ana@exemplo.com.br', role: 'FINANCE' })}
          />
        }
      />
      <Suspense>
        {opened?.dialog === 'invite' && <InviteDialog before={opened.member} onClose={close} />}
        {opened?.dialog === 'role' && <RoleDialog member={opened.member} onClose={close} />}
        {opened?.dialog === 'remove' && <RemoveDialog member={opened.member} onClose={close} />}
        {opened?.dialog === 'roles' && <RolesDialog onClose={close} />}
      </Suspense>
    </Page>
  );
}

function useMemberColumns(open: (opened: Opened) => void): readonly Column<Member>[] {
  const say = useWords(teamWords);
  const { me } = useStore();
  return [
    {
      id: 'email',
      header: say('member'),
      cell: ({ id, email }) => (
        <span className="member-email">
          {email}
          {id === me.user.id && (
            <Text span size="sm" c="dimmed">
              {` (${say('you')})`}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'role', header: say('role'), cell: ({ role }) => say(role) },
    { id: 'status', header: say('status'), cell: (member) => <MemberStatus member={member} />, isExtra: true },
    createdAtColumn(say('since')),
    {
      id: 'actions',
      header: say('actions'),
      cell: (member) => <MemberActions member={member} open={open} />,
      isFigure: true,
    },
  ];
}

function MemberStatus({ member: { status, expiresAt } }: { readonly member: Member }) {
  const say = useWords(teamWords);
  const { language } = useLanguage();
  return (
    <>
      <Status tone={status === 'ACTIVE' ? 'good' : 'wait'}>{say(status)}</Status>
      {expiresAt !== null && (
        <Text span size="xs" c="dimmed" ml="xs">
          {say('until', { day: formatDay(expiresAt, language) })}
        </Text>
      )}
    </>
  );
}

interface ActionProps {
  readonly member: Member;
  readonly open: (opened: Opened) => void;
}

/** Nothing is offered for a role that the person may not give. */
function MemberActions({ member, open }: ActionProps) {
  const say = useWords(teamWords);
  const { may } = useStore();
  const isActive = member.status === 'ACTIVE';
  if (!rolesToGrant(may).includes(member.role)) return null;
  return (
    <ActionMenu
      label={member.email}
      actions={[
        isActive &&
          may('MEMBER:UPDATE') && {
            name: say('changeRole'),
            onSelect: () => {
              open({ dialog: 'role', member });
            },
          },
        !isActive &&
          may('MEMBER:CREATE') && {
            name: say('resend'),
            onSelect: () => {
              open({ dialog: 'invite', member });
            },
          },
        may('MEMBER:DELETE') && {
          name: say(isActive ? 'remove' : 'withdraw'),
          isDangerous: true,
          onSelect: () => {
            open({ dialog: 'remove', member });
          },
        },
      ]}
    />
  );
}
