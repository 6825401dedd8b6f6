import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { noticeWords } from '../notices/notice-words';
import { useBell } from '../notices/notices';
import { Icon } from '../parts/icon';
import { useWords } from '../words/words';
import './bell.css';

const load = async () => ({ default: (await import('../notices/bell-list')).BellList });
const BellList = lazy(load);

/** The webhooks service counts no further. */
const countedMax = 100;

/** How much is new in the store; opens the list of it, which is loaded when it is first wanted. */
export function Bell() {
  const say = useWords(noticeWords);
  const [isOpen, open] = useDisclosure(false);
  const { data } = useBell();
  const count = data?.unread ?? 0;
  const shown = count >= countedMax ? '99+' : String(count);
  return (
    <Popover opened={isOpen} onChange={open.toggle} position="bottom-end" width={360} trapFocus withRoles returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="lg"
          radius="xl"
          className="bell"
          aria-label={say('unread', { count, shown })}
          onPointerEnter={() => void load()}
          onClick={open.toggle}
        >
          <Icon name="bell" />
          {count > 0 && (
            <span className="bell-count" aria-hidden="true">
              {shown}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="bell-panel" aria-label={say('title')}>
        <Suspense fallback={<span className="waiting" />}>
          <BellList onLeave={open.close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
