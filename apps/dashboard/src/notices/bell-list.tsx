import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../actions/use-action';
import { account, storeHeaders } from '../api/client';
import { record } from '../api/problem';
import { Instant } from '../parts/instant';
import { Loaded } from '../parts/loaded';
import { StoreLink } from '../parts/store-link';
import { useStore } from '../session/store-context';
import { useLanguage } from '../words/language';
import { useWords } from '../words/words';
import { noticeWords } from './notice-words';
import { linePath, toLines, useBell, type NoticeLine } from './notices';
import { sayLine } from './say-line';
import './bell-list.css';

interface Mark {
  readonly id?: string;
  readonly position: number;
}

/** What is new in the store: each line leads to its page and is read when it is opened. */
export function BellList({ onLeave }: { readonly onLeave: () => void }) {
  const say = useWords(noticeWords);
  const { scope, key } = useStore();
  const queries = useQueryClient();
  const query = useBell();
  const mark = (body: Mark) =>
    record(account.POST('/dashboard/api/notices/read', { body, headers: storeHeaders(scope) }));
  const markAll = useAction({ run: mark, refreshes: [key('notices')] });
  const open = ({ notices, isRead }: NoticeLine): void => {
    onLeave();
    if (isRead) return;
    // A failure leaves it unread.
    void Promise.all(notices.map(({ id, position }) => mark({ id, position })))
      .catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: key('notices') }));
  };
  return (
    <>
      <Group justify="space-between" gap="xs" className="bell-head">
        <Text component="h2" fw={600}>
          {say('title')}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!query.data?.unread}
          loading={markAll.isRunning}
          onClick={() => {
            const newest = query.data?.notices[0];
            if (newest) markAll.start({ position: newest.position });
          }}
        >
          {say('markAll')}
        </Button>
      </Group>
      <Loaded query={query}>
        {({ notices }) =>
          notices.length === 0 ? (
            <Text size="sm" c="dimmed" p="md">
              {say('none')}
            </Text>
          ) : (
            <ul className="bell-lines">
              {toLines(notices).map((line) => (
                <Line key={line.notices[0].id} line={line} onOpen={open} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <StoreLink to="/settings/notifications" className="bell-foot" onClick={onLeave}>
        {say('choose')}
      </StoreLink>
    </>
  );
}

function Line({ line, onOpen }: { readonly line: NoticeLine; readonly onOpen: (line: NoticeLine) => void }) {
  const say = useWords(noticeWords);
  const { language } = useLanguage();
  return (
    <li data-unread={line.isRead ? undefined : ''}>
      <StoreLink
        to={linePath(line)}
        onClick={() => {
          onOpen(line);
        }}
      >
        {!line.isRead && <span className="bell-dot" role="img" aria-label={say('isUnread')} />}
        {sayLine(say, language, line)}
      </StoreLink>
      <Text size="xs" c="dimmed" component="span">
        <Instant at={line.notices[0].createdAt} />
      </Text>
    </li>
  );
}
