import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../parts/card';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { providersWords } from './providers-words';

/** In test no provider is called. */
export function SimulatedNotice() {
  const say = useWords(providersWords);
  const { store } = useStore();
  return (
    <Card title={say('simulated')}>
      <Text size="sm">{say('simulatedHint')}</Text>
      <Anchor size="sm" component={Link} to={`/${store.id}/live/settings/providers`}>
        {say('goLive')}
      </Anchor>
    </Card>
  );
}
