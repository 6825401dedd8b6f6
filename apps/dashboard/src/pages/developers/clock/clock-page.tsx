import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import { EmptyState } from '../../../parts/empty-state';
import { Figure, Figures } from '../../../parts/figures';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { realNow } from '../../../session/store-clock';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { developersWords } from '../developers-words';
import { AdvanceCard } from './advance-card';
import { advanceClock } from './advance-clock';
import { HappenedCard } from './happened-card';
import { timeAhead } from './clock-steps';
import { clockWords } from './clock-words';
import { formatClock } from './format-clock';

/** The time of the test environment, and how to move it forward. */
export function ClockPage() {
  const say = useWords(clockWords);
  const sayArea = useWords(developersWords);
  const { isLive } = useStore();
  return (
    <Page title={say('title')}>
      <DeveloperTabs />
      {isLive ? <EmptyState title={sayArea('onlyInTest')} text={sayArea('onlyInTestHint')} /> : <Clock />}
    </Page>
  );
}

interface Advance {
  readonly before: string;
  readonly answer: ApiRecord<'ClockAdvance'>;
}

function Clock() {
  const say = useWords(clockWords);
  const { api, key, scope } = useStore();
  const [happened, setHappened] = useState<Advance>();
  const clock = useQuery({
    queryKey: key('test-clock', 'now'),
    queryFn: async ({ signal }) => {
      const { now } = await record(api.GET('/v2/test-clock/get', { signal }));
      return { now, aheadMs: Date.parse(now) - realNow().getTime() };
    },
  });
  const advance = useAction({
    run: async (to: string): Promise<Advance> => {
      const { now: before } = await record(api.GET('/v2/test-clock/get'));
      return { before, answer: await advanceClock(scope, to) };
    },
    refreshes: [key()],
    onDone: setHappened,
  });
  return (
    <>
      <Text size="sm">{say('hint')}</Text>
      <Loaded query={clock}>
        {({ aheadMs }) => (
          <>
            <Times aheadMs={aheadMs} />
            <AdvanceCard aheadMs={aheadMs} advance={advance} />
          </>
        )}
      </Loaded>
      {happened && !advance.isRunning && <HappenedCard before={happened.before} answer={happened.answer} />}
    </>
  );
}

/** Both times, as they advance. */
function Times({ aheadMs }: { readonly aheadMs: number }) {
  const say = useWords(clockWords);
  const { language } = useLanguage();
  const [real, setReal] = useState(realNow);
  const { start, stop } = useInterval(() => {
    setReal(realNow());
  }, 1_000);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  const storeNow = new Date(real.getTime() + aheadMs);
  const { days, hours } = timeAhead(storeNow, real);
  const ahead = [say('days', { days }), say('hours', { hours })].filter((text) => text !== '').join(', ');
  return (
    <Figures>
      <Figure name={say('storeNow')} value={formatClock(storeNow, language)} hint={say('brasilia')} />
      <Figure name={say('realNow')} value={formatClock(real, language)} hint={say('brasilia')} />
      <Figure
        name={say('ahead')}
        value={ahead === '' ? '—' : ahead}
        hint={ahead === '' ? say('notAhead') : undefined}
      />
    </Figures>
  );
}
